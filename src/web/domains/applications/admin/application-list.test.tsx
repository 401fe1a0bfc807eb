import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { applicationStatuses } from '../../../../contract/applications/applications.ts'
import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { regardless, whenReady } from '../../../testing/actions.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { FakeAdminApi, refusal } from '../testing/fake-admin.ts'
import { anApplication, positionSamples } from '../testing/sample.ts'
import {
  expectNoToast,
  expectToast,
  field,
  leaveBrowser,
  member,
  openPage,
  prepareBrowser,
  press,
  select,
  type,
} from '../testing/setup.tsx'
import { ApplicationList } from './application-list.tsx'
import { applicationsKey } from './applications-query.ts'
import type { Tab } from './status-filter.ts'

beforeEach(prepareBrowser)
afterEach(leaveBrowser)

async function open(
  applications: StaffApplication[],
  { rank = 'Owner', tab = 'all' }: { rank?: Rank; tab?: Tab } = {},
) {
  const adminApi = new FakeAdminApi(applications)
  const element = <ApplicationList tab={tab} />
  await openPage([{ path: '/admin/applications', element }], '/admin/applications', { ...member, rank })
  return adminApi
}

const cards = () => screen.findAllByRole('article')
const button = (action: string, name: string) =>
  screen.getByRole('button', { name: `${action} the application of ${name}` })

describe('the list', () => {
  test('[applications.20] with nothing in it says No staff applications found', async () => {
    const adminApi = await open([])
    expect(await screen.findByText('No staff applications found')).toBeTruthy()
    expect(adminApi.calls).toEqual(['GET /api/staff-applications?status=all&limit=50'])
  })

  test('says that it is loading until the answer is there', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await openPage([{ path: '/', element: <ApplicationList tab="all" /> }], '/', member)
    expect(screen.getByRole('status').textContent).toBe('Loading applications...')
    expect(screen.queryByText('No staff applications found')).toBeNull()
  })

  test("[applications.21] that fails says 'Error loading applications', and Retry asks again", async () => {
    const adminApi = new FakeAdminApi([anApplication()])
    adminApi.down = true
    await openPage([{ path: '/', element: <ApplicationList tab="all" /> }], '/', {
      ...member,
      rank: 'Helper',
    })
    expect(await screen.findByText('Error loading applications')).toBeTruthy()
    expect(screen.queryByText('No staff applications found')).toBeNull()
    adminApi.down = false
    await press('Retry')
    expect(await cards()).toHaveLength(1)
    expect(screen.queryByText('Error loading applications')).toBeNull()
    expect(adminApi.calls).toHaveLength(2)
  })

  const oneOfEach = applicationStatuses.map((status, at) => anApplication({ id: 9 - at, status }))
  test.each([
    ['all', applicationStatuses],
    ['interview', ['interview']],
  ] as const)('[applications.05] under %s shows %j: those on hold under All only', async (tab, shown) => {
    const adminApi = await open(oneOfEach, { tab })
    expect((await cards()).map((card) => card.dataset.status)).toEqual([...shown])
    expect(adminApi.calls).toEqual([`GET /api/staff-applications?status=${tab}&limit=50`])
  })

  test('leads on to older applications, page by page', async () => {
    const many = Array.from({ length: 53 }, (_, at) => anApplication({ id: 53 - at }))
    const adminApi = await open(many)
    // By their elements: asking for the role of everything on so long a page takes seconds here.
    const shown = () => document.querySelectorAll('article').length
    await waitFor(() => expect(shown()).toBe(50))
    await whenReady.click(screen.getByText('Load more'))
    await waitFor(() => expect(shown()).toBe(53))
    expect(adminApi.calls.at(-1)).toBe('GET /api/staff-applications?status=all&before=4&limit=50')
    expect(screen.queryByText('Load more')).toBeNull()
  })

  test('asks again when the server tells of a change, and not for changes of other lists', async () => {
    const adminApi = await open([anApplication()])
    await cards()
    act(() => FakeSocket.last.open())
    expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', channel: 'staff' }])
    adminApi.applications = [
      anApplication({ id: 2, minecraft_username: 'Newcomer' }),
      ...adminApi.applications,
    ]
    act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'reports' }))
    expect(adminApi.calls).toHaveLength(1)
    act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'applications' }))
    expect(await screen.findByText('Newcomer')).toBeTruthy()
  })
})

describe('a card', () => {
  test.each([
    ['Helper', ['View', 'Update']],
    ['Product Staff', ['View', 'Update']],
    ['Admin', ['View', 'Update', 'Delete']],
  ] as const)('[applications.08] [applications.09] shows %s these buttons: %j', async (rank, shown) => {
    await open([anApplication()], { rank })
    await cards()
    for (const action of shown)
      expect(button(action, 'Nimbus Kite').textContent).toMatch(new RegExp(`^${action}`))
    expect(screen.queryAllByRole('button', { name: /the application of/ })).toHaveLength(shown.length)
  })

  test('[applications.10] has a status colour, different per status', async () => {
    await open(applicationStatuses.map((status, at) => anApplication({ id: 9 - at, status })))
    const all = await cards()
    const edges = all.map((card) => /border-s-(?!4)[a-z-]+/.exec(card.className)?.[0])
    const badges = all.map(
      (card) =>
        /text-(?!xs)[a-z-]+/.exec(
          within(card).getByText(/^(Pending|Reviewing|Accepted|Rejected|Interview|On hold)$/).className,
        )?.[0],
    )
    expect(new Set(edges).size).toBe(6)
    expect(new Set(badges).size).toBe(6)
    expect([...edges, ...badges]).not.toContain(undefined)
  })

  test('[applications.11] shows its age: days, else hours, else minutes', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await open([
      anApplication({ id: 4, submitted_at: ago(3 * 24 * 60 + 5) }),
      anApplication({ id: 3, submitted_at: ago(25 * 60) }),
      anApplication({ id: 2, submitted_at: ago(130) }),
      anApplication({ id: 1, submitted_at: ago(7.5) }),
    ])
    const ages = (await cards()).map((card) => card.querySelector('time')?.textContent)
    expect(ages).toEqual(['3 day(s) ago', '1 day(s) ago', '2 hour(s) ago', '7 minute(s) ago'])
  })

  test('shows name and position; markup in a name is text', async () => {
    await open([anApplication({ minecraft_username: '<img src=x onerror=alert(1)>' }, 'designer')])
    const [card] = await cards()
    expect(within(card!).getByRole('heading').textContent).toBe('<img src=x onerror=alert(1)>')
    expect(card!.textContent).toContain('Designer')
    expect(document.querySelector('img')).toBeNull()
  })
})

describe("[applications.12] View opens a dialog with the application's fields", () => {
  async function details(application: StaffApplication) {
    await open([application], { rank: 'Helper' })
    await cards()
    await press(/^View/)
    return within(await screen.findByRole('dialog', { name: application.minecraft_username }))
  }

  const common = [
    '17',
    'nimbus.kite',
    'nimbus@isles.example',
    'Europe/Berlin',
    '12',
    'Yes, in the past',
    'Old Harbour',
    'Trial helper',
    'Half a year',
    'I listen first.',
    'Call on Sunday.',
  ]

  test.each([
    [
      'helper',
      [
        'Yes',
        'No',
        'Windows, iPhone or iPad',
        'Mute first.',
        'Record it.',
        'Tell the developers.',
        'Tell a manager.',
        'Talk in private.',
      ],
    ],
    [
      'builder',
      ['Four arenas.', 'PvP arenas, Organic', 'https://pictures.example/ann', 'Two maps.', 'A week'],
    ],
    ['designer', ['Logos.', 'Krita', 'https://drawings.example/ann', 'A pack.', 'Two days']],
  ] as const)('those of a %s included, and of no other position', async (position, own) => {
    const dialog = await details(anApplication({ admin_notes: 'Call on Sunday.' }, position))
    for (const text of [...common, ...own]) expect(dialog.getAllByText(text).length).toBeGreaterThan(0)
    const others = Object.entries(positionSamples)
      .filter(([other]) => other !== position)
      .flatMap(([, answers]) => Object.values(answers))
    const shown = screen.getByRole('dialog').textContent ?? ''
    for (const text of others.filter((value) => typeof value === 'string' && value.length > 8))
      expect(shown).not.toContain(text)
  })

  test('with its line breaks, and without what was not asked', async () => {
    const dialog = await details(
      anApplication({
        previous_experience: 'no',
        past_server_names: null,
        past_positions: null,
        past_duration: null,
      }),
    )
    const why = dialog.getByText(/I am here every evening/)
    expect(why.textContent).toBe('I am here every evening.\n\nI like to help.')
    expect(why.className).toContain('whitespace-pre-wrap')
    expect(dialog.queryByText('Servers you were staff on')).toBeNull()
    expect(dialog.getByText('None yet')).toBeTruthy()
  })

  test('a portfolio is a link that tells the other side nothing', async () => {
    const dialog = await details(anApplication({}, 'builder'))
    const link = dialog.getByRole('link', { name: 'https://pictures.example/ann' })
    expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'https://pictures.example/ann',
      'noopener noreferrer nofollow ugc',
      '_blank',
    ])
  })

  test('a portfolio that is no web link is text', async () => {
    const dialog = await details(anApplication({ portfolio_link: 'javascript:alert(1)' }, 'builder'))
    expect(dialog.getByText('javascript:alert(1)')).toBeTruthy()
    expect(dialog.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull()
  })

  test('markup in every text is text', async () => {
    const attack = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    await details(
      anApplication({
        minecraft_username: attack,
        discord_username: attack,
        why_join: attack,
        how_handle_conflict: attack,
        additional_questions: attack,
        moderation_scenario_toxic: attack,
        admin_notes: attack,
      }),
    )
    expect(document.querySelector('script, img')).toBeNull()
    expect(screen.getByRole('dialog').textContent?.split(attack).length).toBeGreaterThan(6)
  })
})

describe('the update dialog', () => {
  async function update(
    application = anApplication({ status: 'onhold', admin_notes: 'Waits for an answer.' }),
  ) {
    const adminApi = await open([application], { rank: 'Helper' })
    await cards()
    await press(/^Update/)
    await screen.findByRole('dialog', { name: 'Update Application' })
    return adminApi
  }
  const patches = (adminApi: FakeAdminApi) => adminApi.sent.filter(({ method }) => method === 'PATCH')
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  test('[applications.13] offers the six statuses', async () => {
    await update()
    await whenReady.keyDown(screen.getByRole('combobox', { name: 'Status' }), { key: 'Enter' })
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual([
      'Pending',
      'Reviewing',
      'Accepted',
      'Rejected',
      'Interview',
      'On hold',
    ])
  })

  test('[applications.14] is pre-filled with current status and admin notes', async () => {
    await update()
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('On hold')
    expect(field('Admin notes').value).toBe('Waits for an answer.')
  })

  test('cancelled, makes no call', async () => {
    const adminApi = await update()
    await type('Admin notes', 'Never mind')
    await press('Cancel')
    await isClosed()
    expect(patches(adminApi)).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(button('Update', 'Nimbus Kite')))
  })

  test(`[applications.15] [applications.16] sends PATCH {status, adminNotes} with the version that was seen, closes, refreshes the list, and tells 'Application Updated' / 'Application status updated to "interview".'`, async () => {
    const adminApi = await update(anApplication({ version: 4 }))
    await select('Status', 'Interview')
    await type('Admin notes', 'Sunday, 18:00')
    await press('Save changes')
    await isClosed()
    await expectToast('Application Updated', 'Application status updated to "interview".Nimbus KiteUndo')
    expect(patches(adminApi)).toEqual([
      {
        method: 'PATCH',
        path: '/api/staff-applications/1',
        body: { status: 'interview', adminNotes: 'Sunday, 18:00' },
        ifMatch: '"4"',
        idempotencyKey: null,
      },
    ])
    await waitFor(async () => expect((await cards())[0]?.dataset.status).toBe('interview'))
    expect(adminApi.calls.at(-1)).toBe('GET /api/staff-applications?status=all&limit=50')
  })

  test("[applications.17] that fails tells 'Update Failed' with the message or its own words, and keeps what was typed", async () => {
    const adminApi = await update()
    await type('Admin notes', 'Long thought about')
    for (const [response, sentence] of [
      [() => refusal(404, 'not_found', 'This application does not exist'), 'This application does not exist'],
      [() => new Response('<html>', { status: 502 }), 'Failed to update application status.'],
      [() => Promise.reject(new TypeError('Failed to fetch')), 'Failed to update application status.'],
    ] as const) {
      adminApi.next = response
      await press('Save changes')
      await expectToast('Update Failed', sentence, 'destructive')
      expect(field('Admin notes').value).toBe('Long thought about')
      act(clearToasts)
    }
    await press('Save changes')
    await isClosed()
  })

  test('[applications.26] says at the field when the notes are too long, and sends nothing', async () => {
    const adminApi = await update()
    await type('Admin notes', '🦊'.repeat(5_001))
    await press('Save changes')
    expect(await screen.findByText('Notes must be 5000 characters or less')).toBeTruthy()
    expect(patches(adminApi)).toEqual([])
  })

  describe("[applications.25] shows a colleague's change and saves nothing before somebody decided", () => {
    const warning = 'Somebody else changed this application in the meantime'

    async function collide(how: 'refused' | 'live') {
      const adminApi = await update(anApplication())
      await type('Admin notes', 'Mine')
      adminApi.change(1, { status: 'rejected', admin_notes: 'Theirs' })
      if (how === 'refused') await press('Save changes')
      else act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'applications' }))
      await screen.findByText(warning)
      expectNoToast()
      return adminApi
    }

    test.each(['refused', 'live'] as const)(
      '%s, mine is kept: it is sent with their version',
      async (how) => {
        const adminApi = await collide(how)
        expect(screen.getByRole('alert').textContent).toContain('It is now Rejectedwith these notes:Theirs')
        expect(field('Admin notes').value).toBe('Mine')
        const before = patches(adminApi).length
        await press('Keep mine')
        expect(screen.queryByText(warning)).toBeNull()
        await press('Save changes')
        await isClosed()
        expect(patches(adminApi)).toHaveLength(before + 1)
        expect(patches(adminApi).at(-1)).toMatchObject({
          body: { status: 'pending', adminNotes: 'Mine' },
          ifMatch: '"2"',
        })
        expect(adminApi.applications[0]).toMatchObject({ status: 'pending', admin_notes: 'Mine', version: 3 })
      },
    )

    test.each(['refused', 'live'] as const)('%s, theirs is taken: the form shows it', async (how) => {
      const adminApi = await collide(how)
      const before = patches(adminApi).length
      regardless.click(screen.getByRole('button', { name: 'Save changes' }))
      await press('Take theirs')
      expect(screen.queryByText(warning)).toBeNull()
      expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Rejected')
      expect(field('Admin notes').value).toBe('Theirs')
      await press('Cancel')
      await isClosed()
      expect(patches(adminApi)).toHaveLength(before)
      expect(adminApi.applications[0]).toMatchObject({
        status: 'rejected',
        admin_notes: 'Theirs',
        version: 2,
      })
    })

    test('live, even when the card has left the tab: what was typed stays', async () => {
      const adminApi = await open([anApplication()], { tab: 'pending' })
      await cards()
      await press(/^Update/)
      await screen.findByRole('dialog')
      await type('Admin notes', 'Half a sentence')
      adminApi.change(1, { status: 'accepted' })
      act(() => FakeSocket.last.hear({ type: 'staff_update', list: 'applications' }))
      await waitFor(() => expect(document.querySelector('article')).toBeNull())
      expect(field('Admin notes').value).toBe('Half a sentence')
      await press('Save changes')
      await screen.findByText(warning)
      expect(adminApi.applications[0]?.status).toBe('accepted')
    })
  })
})

describe('[applications.18] Delete', () => {
  const ask = async () => {
    await press(/^Delete/)
    return within(await screen.findByRole('alertdialog', { name: 'Delete Application' }))
  }

  test('asks first; cancelling makes no call', async () => {
    const adminApi = await open([anApplication()])
    await cards()
    const dialog = await ask()
    expect(dialog.getByText(/as Helper is deleted for good/).textContent).toContain('Nimbus Kite as Helper')
    await whenReady.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(adminApi.calls).toHaveLength(1)
    expect(await cards()).toHaveLength(1)
  })

  test("sends DELETE, and tells 'Application Deleted' / 'Application has been permanently deleted.'", async () => {
    const adminApi = await open([anApplication({ id: 2, minecraft_username: 'Other' }), anApplication()])
    await cards()
    await whenReady.click(button('Delete', 'Nimbus Kite'))
    const dialog = within(await screen.findByRole('alertdialog'))
    await whenReady.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Application Deleted', 'Application has been permanently deleted.')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(adminApi.calls.slice(1)).toEqual([
      'DELETE /api/staff-applications/1',
      'GET /api/staff-applications?status=all&limit=50',
    ])
    // The card took its button along: the focus is on the list and not lost.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('All applications'))
  })

  test.each([
    [
      'the message',
      () => refusal(403, 'forbidden', 'You do not have permission to do this'),
      'You do not have permission to do this',
    ],
    ['its own words', () => new Response('', { status: 502 }), 'Failed to delete application.'],
  ])("[applications.19] that fails tells 'Delete Failed' with %s", async (_, answer, sentence) => {
    const adminApi = await open([anApplication()])
    await cards()
    adminApi.next = answer
    await whenReady.click((await ask()).getByRole('button', { name: 'Delete' }))
    await expectToast('Delete Failed', sentence, 'destructive')
    expect(await cards()).toHaveLength(1)
  })
})

describe('[fair.65] [fair.68] the list of applications', () => {
  test('opens an application by j and Enter, beside its row, and Escape closes it', async () => {
    await open([anApplication({ id: 2, minecraft_username: 'Other' }), anApplication()])
    const [, second] = await cards()
    const key = async (key: string) =>
      await whenReady.keyDown(document.activeElement ?? document.body, { key })
    await key('j')
    await key('j')
    expect(document.activeElement).toBe(second)
    await key('Enter')
    await screen.findByRole('dialog', { name: 'Nimbus Kite' })
    expect(second!.getAttribute('aria-current')).toBe('true')
    await whenReady.keyDown(document.activeElement!, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('asks for what the address narrows the list to, and says when nothing fits', async () => {
    const adminApi = new FakeAdminApi([])
    const element = <ApplicationList tab="pending" />
    await openPage(
      [{ path: '/admin/applications', element }],
      '/admin/applications?q=kite&assignee=me&days=7',
      { ...member, rank: 'Helper' },
    )
    expect(await screen.findByText('No application fits these filters.')).toBeTruthy()
    expect(adminApi.calls).toEqual([
      'GET /api/staff-applications?status=pending&limit=50&q=kite&assignee=me&days=7',
    ])
  })

  test('says who handled an application and what was answered, and sends an answer with the status', async () => {
    const adminApi = await open([
      anApplication({
        handled_by: 'Keeper',
        handled_at: '2026-01-06T15:04:00.000Z',
        answer: 'On Sunday at 6.',
      }),
    ])
    const [card] = await cards()
    expect(card!.textContent).toContain('handled by Keeper')
    await press(/^View/)
    const dialog = within(await screen.findByRole('dialog', { name: 'Nimbus Kite' }))
    expect(dialog.getByText('On Sunday at 6.')).toBeTruthy()
    expect(dialog.getByText('Keeper')).toBeTruthy()
    await whenReady.click(dialog.getByRole('button', { name: 'Change status or answer' }))
    await screen.findByRole('dialog', { name: 'Update Application' })
    await select('Status', 'Accepted')
    await type('Answer to the applicant', 'Welcome to the team!')
    await press('Save changes')
    await expectToast('Application Updated', 'Application status updated to "accepted".Nimbus KiteUndo')
    expect(adminApi.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { status: 'accepted', adminNotes: '', answer: 'Welcome to the team!' },
    ])
  })
})

describe('[guards.19] an accepted application', () => {
  const nimbus = { id: 40, username: 'Nimbus Kite', rank: 'Gold' } as const
  const offer = /^Give the rank/

  async function view(application: Partial<StaffApplication>, rank: Rank, applicant: object = nimbus) {
    const adminApi = await open([anApplication({ user_id: 40, ...application })], { rank })
    adminApi.users = { 40: applicant }
    await press(/^View/)
    await screen.findByRole('dialog', { name: 'Nimbus Kite' })
    return adminApi
  }

  test('offers its rank, which the dialog of ranks gives; nothing happens before Save', async () => {
    const adminApi = await view({ status: 'accepted' }, 'Admin')
    await whenReady.click(await screen.findByRole('button', { name: 'Give the rank Helper to Nimbus Kite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rank of Nimbus Kite' }))
    expect(dialog.getByRole('combobox', { name: 'Rank' }).textContent).toBe('Helper')
    expect(adminApi.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
    adminApi.users = { 40: { ...nimbus, rank: 'Helper' } }
    await press('Save')
    await expectToast('Rank Updated', 'Nimbus Kite is now Helper.')
    expect(adminApi.sent.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/admin/members/40/rank',
      body: { rank: 'Helper' },
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: offer })).toBeNull())
  })

  test('offers it right after the status was set', async () => {
    const adminApi = await view({ status: 'interview' }, 'Owner')
    expect(screen.queryByRole('button', { name: offer })).toBeNull()
    adminApi.change(anApplication().id, { status: 'accepted' })
    await act(async () => void queryClientForHere().invalidateQueries({ queryKey: applicationsKey }))
    await screen.findByRole('button', { name: offer })
  })

  test.each([
    [
      'to whom may not give it: an Admin does',
      { status: 'accepted' },
      'Moderator',
      nimbus,
      'An Admin does that.',
    ],
    [
      'for a position without a rank',
      { status: 'accepted', position: 'builder' },
      'Owner',
      nimbus,
      undefined,
    ],
    ['to who has a higher one', { status: 'accepted' }, 'Owner', { ...nimbus, rank: 'Moderator' }, undefined],
    ['while it is not accepted', { status: 'rejected' }, 'Owner', nimbus, undefined],
    ['without an account', { status: 'accepted', user_id: null }, 'Owner', nimbus, undefined],
  ] as const)('offers none %s', async (_which, application, rank, applicant, words) => {
    await view(application, rank, applicant)
    if (words !== undefined) await screen.findByText(words)
    await act(async () => {})
    expect(screen.queryByRole('button', { name: offer })).toBeNull()
  })
})
