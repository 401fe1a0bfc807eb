import { act, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import type { ApplicationReceipt } from '../../contract/applications/applications-schemas.ts'
import { FakeAdminApi, refusal } from '../domains/applications/testing/fake-admin.ts'
import {
  choose,
  field,
  leaveBrowser,
  member,
  openPage,
  prepareBrowser,
  press,
  type,
} from '../domains/applications/testing/setup.tsx'
import { makeQueryClient } from '../platform/query-client.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { regardless, whenReady } from '../testing/actions.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import Apply, { meta } from './apply.tsx'

beforeEach(prepareBrowser)
afterEach(leaveBrowser)

const kept = `member:${member.id}:staff-application`
const receipt = {
  id: 5,
  minecraft_username: 'Steve of Isles',
  position: 'helper',
  status: 'pending',
  submitted_at: '2026-01-05T15:04:00.000Z',
  answer: null,
} as const

async function open(viewer: OwnUser | null = member, mine: ApplicationReceipt[] = []) {
  const adminApi = new FakeAdminApi([])
  adminApi.mine = mine
  await openPage([{ path: '/apply', element: <Apply /> }], '/apply', viewer)
  return adminApi
}

const step = () => screen.getByRole('heading', { level: 2 }).textContent
const onwards = async (title: string) => {
  await press('Continue')
  return waitFor(() => expect(step()).toBe(title))
}

async function fillAbout() {
  await type('Minecraft name', 'Steve of Isles')
  await type('Age', '17')
  await type('Discord name', 'steve.isles')
  await type('Email address', 'steve@isles.example')
  await type('Time zone', 'Europe/Berlin')
  await type('Hours per week', '9')
}

async function fillExperience() {
  await choose('Yes, in the past')
  await type(/^Servers you were staff on/, 'Old Harbour')
  await type(/^Your positions then/, 'Helper')
  await type(/^For how long, back then/, 'A year')
  await type('Why do you want to join the team?', 'Evenings are\nquiet here.')
  await type('How do you handle conflict?', 'I listen.')
}

const common = {
  minecraft_username: 'Steve of Isles',
  age: 17,
  discord_username: 'steve.isles',
  email: 'steve@isles.example',
  timezone: 'Europe/Berlin',
  hours_per_week: 9,
  previous_experience: 'yes_previous',
  past_server_names: 'Old Harbour',
  past_positions: 'Helper',
  past_duration: 'A year',
  why_join: 'Evenings are\nquiet here.',
  how_handle_conflict: 'I listen.',
}

const positions = {
  Helper: {
    async fill() {
      const yesNo = (legend: string) => within(screen.getByRole('group', { name: legend }))
      await whenReady.click(yesNo('Do you have a microphone?').getByLabelText('Yes'))
      await whenReady.click(yesNo('Can you record your screen?').getByLabelText('No'))
      await choose('Windows')
      await choose('Nintendo Switch')
      await type(/insults everybody/, 'Mute')
      await type(/suspect somebody/, 'Record')
      await type(/use a glitch/, 'Tell')
      await type(/abuses their rank/, 'Report')
      await type(/disagree about/, 'Talk')
    },
    sent: {
      has_microphone: true,
      has_recording_software: false,
      device_type: ['windows', 'switch'],
      moderation_scenario_toxic: 'Mute',
      moderation_scenario_cheats: 'Record',
      moderation_scenario_glitch: 'Tell',
      staff_abuse_response: 'Report',
      staff_conflict_response: 'Talk',
    },
  },
  Builder: {
    async fill() {
      await type('What have you built so far?', 'Arenas')
      await choose('PvP arenas')
      await type(/^Portfolio/, 'https://pictures.example/steve')
      await type('What do you know about building on Bedrock?', 'Much')
      await type('How long do you need for a 1v1 arena?', 'A week')
    },
    sent: {
      building_experience: 'Arenas',
      building_style: ['arenas'],
      portfolio_link: 'https://pictures.example/steve',
      bedrock_building_experience: 'Much',
      build_time_estimate: 'A week',
    },
  },
  Designer: {
    async fill() {
      await type('What have you designed so far?', 'Logos')
      await choose('Krita')
      await choose('Blender')
      await type('What have you designed for Minecraft?', 'A pack')
      await type('How long do you need for a thumbnail?', 'A day')
    },
    sent: {
      design_experience: 'Logos',
      design_software: ['krita', 'blender'],
      minecraft_design_experience: 'A pack',
      design_turnaround_time: 'A day',
    },
  },
} as const

/** Up to the last step, as a helper. */
async function fillAll(position: keyof typeof positions = 'Helper') {
  await fillAbout()
  await onwards('Experience')
  await fillExperience()
  await onwards('The position')
  await choose(position)
  await positions[position].fill()
  await onwards('Review & send')
}

describe('a visitor', () => {
  test('[apply.01] is asked to log in, with a link that leads back, and sees what there is to apply for', async () => {
    await open(null)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Apply for Staff')
    expect(screen.getByText('Please log in to apply')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in to apply' }).getAttribute('href')).toBe(
      '/auth?redirect=/apply',
    )
    expect(document.querySelector('form')).toBeNull()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Helper',
      'Builder',
      'Designer',
    ])
  })
})

describe('[apply.02] [apply.03] [apply.04] [apply.05] [apply.06] [apply.07] A member applies step by step, and only the answers to what was asked are sent', () => {
  test.each(['Helper', 'Builder', 'Designer'] as const)('as %s', async (position) => {
    const adminApi = await open()
    adminApi.next = () => Response.json({ ...receipt, position: position.toLowerCase() }, { status: 201 })
    await fillAll(position)
    expect(adminApi.calls).toEqual([])
    await press('Send application')
    expect(await screen.findByRole('heading', { level: 1, name: 'Application Sent' })).toBeTruthy()
    const [sent] = adminApi.sent
    expect([sent?.method, sent?.path]).toEqual(['POST', '/api/staff-applications'])
    const body = sent?.body as Record<string, unknown>
    const answered = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    expect(answered).toEqual({ ...common, position: position.toLowerCase(), ...positions[position].sent })
    expect(screen.getByText(position)).toBeTruthy()
    expect(localStorage.getItem(kept)).toBeNull()
    expect(document.activeElement?.textContent).toBe('Application Sent')
  })

  test('those of another position, or of an earlier answer, are left behind', async () => {
    const adminApi = await open()
    adminApi.next = () => Response.json(receipt, { status: 201 })
    await fillAbout()
    await onwards('Experience')
    await fillExperience()
    await choose('No, this would be my first time')
    expect(screen.queryByLabelText(/^Servers you were staff on/)).toBeNull()
    await onwards('The position')
    await choose('Builder')
    await positions.Builder.fill()
    await choose('Designer')
    expect(screen.queryByLabelText('What have you built so far?')).toBeNull()
    await positions.Designer.fill()
    await onwards('Review & send')
    await press('Send application')
    await screen.findByText('Application Sent')
    const body = adminApi.sent[0]?.body as object
    expect(body).toMatchObject({ position: 'designer', previous_experience: 'no' })
    expect(body).not.toHaveProperty('building_experience')
    expect((body as { past_server_names?: unknown }).past_server_names ?? null).toBeNull()
  })
})

describe('each step', () => {
  test('says at its fields what is wrong, sums it up, and lets nobody on', async () => {
    await open({ ...member, email: null, gamertag: null, discordTag: null })
    await type('Time zone', '')
    await type('Age', '12')
    await press('Continue')
    const summary = await screen.findByRole('alert')
    expect(step()).toBe('About you')
    const sentences = [
      'Please enter your Minecraft name',
      'Please enter your age in years, from 13 to 99',
      'Please enter your Discord name',
      'Please enter a valid email address',
      'Please say which time zone you live in',
      'Please enter whole hours per week, from 1 to 80',
    ]
    expect(within(summary).getByText('6 answers need another look')).toBeTruthy()
    expect(
      within(summary)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(sentences)
    await waitFor(() => expect(summary.parentElement).toBe(document.activeElement))
    const age = field('Age')
    expect(age.getAttribute('aria-invalid')).toBe('true')
    const described = age.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(sentences[1])
  })

  test('leads from the summary to the field, and forgets a complaint once the answer changes', async () => {
    await open()
    await press('Continue')
    await whenReady.click(within(await screen.findByRole('alert')).getByText(/^Please enter your age/))
    expect(document.activeElement).toBe(field('Age'))
    await type('Age', '20')
    expect(screen.queryAllByText(/^Please enter your age/)).toEqual([])
    expect(screen.getByText('One answer needs another look')).toBeTruthy()
  })

  test('of the position needs a choice first', async () => {
    await open()
    await fillAbout()
    await onwards('Experience')
    await fillExperience()
    await onwards('The position')
    await press('Continue')
    expect(await screen.findAllByText('Please choose the position that you apply for')).toHaveLength(2)
    expect(step()).toBe('The position')
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
      'helper',
      'builder',
      'designer',
    ])
  })

  test('is read from its title when it is reached, and says where it is', async () => {
    await open()
    await fillAbout()
    await onwards('Experience')
    expect(document.activeElement?.textContent).toBe('Experience')
    const progress = screen.getByRole('navigation', { name: 'Progress' })
    expect(within(progress).getByText(/^Step 2 of 4:/).textContent).toBe('Step 2 of 4: Experience')
    expect(progress.querySelector('[aria-current=step]')?.textContent).toBe('Experience')
  })

  test('keeps its answers when somebody goes back', async () => {
    await open()
    await fillAbout()
    await onwards('Experience')
    await type('How do you handle conflict?', 'Calmly')
    await press('Back')
    expect(field('Minecraft name').value).toBe('Steve of Isles')
    await onwards('Experience')
    expect(field('How do you handle conflict?').value).toBe('Calmly')
  })

  test('begins with what the site knows of its member, and the time zone of the browser', async () => {
    await open()
    expect([
      field('Minecraft name').value,
      field('Discord name').value,
      field('Email address').value,
    ]).toEqual(['Steve of Isles', '@steve', 'steve@isles.example'])
    expect(field('Time zone').value).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  test('can be looked over and changed before sending', async () => {
    await open()
    await fillAll('Builder')
    const about = within(screen.getByRole('region', { name: 'About you' }))
    for (const text of ['Steve of Isles', '17', 'steve.isles', 'Europe/Berlin', '9'])
      expect(about.getByText(text)).toBeTruthy()
    expect(screen.getByText('PvP arenas')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'The position: Builder' })).toBeTruthy()
    await press('Edit Experience')
    expect(step()).toBe('Experience')
    expect(field('Why do you want to join the team?').value).toBe(common.why_join)
  })
})

describe('the draft', () => {
  test('is kept in this browser, for this member, and comes back on the step where it was left', async () => {
    await open()
    await fillAbout()
    await onwards('Experience')
    await type('How do you handle conflict?', 'Calmly')
    expect(
      screen.getAllByText('Your draft is kept in this browser until you send it.').length,
    ).toBeGreaterThan(0)
    const draft = JSON.parse(localStorage.getItem(kept) ?? '')
    expect(draft).toMatchObject({ step: 'experience', answers: { age: '17', how_handle_conflict: 'Calmly' } })
  })

  test('that was kept is shown again', async () => {
    const answers = { ...common, age: '17', hours_per_week: '9', how_handle_conflict: 'Calmly' }
    localStorage.setItem(kept, JSON.stringify({ step: 'experience', answers }))
    await open()
    expect(step()).toBe('Experience')
    expect(field('How do you handle conflict?').value).toBe('Calmly')
    expect(screen.getAllByText(/^Welcome back/).length).toBeGreaterThan(0)
    expect(JSON.parse(localStorage.getItem(kept) ?? '').answers).toEqual(answers)
  })

  test('of somebody else at this computer is not shown', async () => {
    localStorage.setItem(
      'member:8:staff-application',
      JSON.stringify({ step: 'about', answers: { email: 'other@isles.example' } }),
    )
    await open()
    expect(field('Email address').value).toBe('steve@isles.example')
    expect(screen.queryByText(/^Welcome back/)).toBeNull()
  })

  test('with a gap leads to the step of the gap, not beyond', async () => {
    localStorage.setItem(kept, JSON.stringify({ step: 'review', answers: { minecraft_username: 'Steve' } }))
    await open()
    expect(step()).toBe('About you')
  })

  test.each(['{', '"text"', '{"step":"moon","answers":{}}', '{"step":"about","answers":{"age":17}}', '[]'])(
    'that is broken (%s) is no draft',
    async (text) => {
      localStorage.setItem(kept, text)
      await open()
      expect(step()).toBe('About you')
      expect(field('Minecraft name').value).toBe('Steve of Isles')
      await type('Age', '17')
      expect(JSON.parse(localStorage.getItem(kept) ?? '').answers.age).toBe('17')
    },
  )

  test('a browser that refuses to store anything is reported, and the form works', async () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('no', 'SecurityError')
      },
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem() {
        throw new DOMException('no', 'SecurityError')
      },
      clear() {},
    })
    const adminApi = await open()
    adminApi.next = () => Response.json(receipt, { status: 201 })
    await type('Age', '17')
    expect(screen.getAllByText(/cannot keep a draft/).length).toBeGreaterThan(0)
    await fillAll()
    await press('Send application')
    expect(await screen.findByText('Application Sent')).toBeTruthy()
  })

  test('is thrown away by Start over, after a question', async () => {
    await open()
    await fillAbout()
    await whenReady.click(screen.getAllByRole('button', { name: 'Start over' })[0]!)
    const dialog = within(await screen.findByRole('alertdialog'))
    await whenReady.click(dialog.getByRole('button', { name: 'Throw away' }))
    await waitFor(() => expect(field('Age').value).toBe(''))
    expect(localStorage.getItem(kept)).toBeNull()
  })
})

describe('sending that fails', () => {
  const send = async (response: () => Response | Promise<Response>) => {
    const adminApi = await open()
    await fillAll()
    adminApi.next = response
    await press('Send application')
    return adminApi
  }

  test('says why, keeps the draft, and the same is sent again under the same key', async () => {
    const failures = [
      [
        () => Promise.reject(new TypeError('Failed to fetch')),
        'Your application could not be sent. Please try again.',
      ],
      [
        () => refusal(409, 'conflict', 'You already have an open application for this position'),
        'You already have an open application for this position',
      ],
      [
        () => new Response('<html>', { status: 502 }),
        'Your application could not be sent. Please try again.',
      ],
      [
        () => refusal(401, 'unauthorized', 'You must be signed in'),
        'You are no longer logged in. Log in again: your draft is still in this browser.',
      ],
    ] as const
    const adminApi = await open()
    await fillAll()
    for (const [response, sentence] of failures) {
      adminApi.next = response
      await press('Send application')
      await waitFor(() =>
        expect(screen.getByRole('alert').textContent).toBe(`Application not sent${sentence}`),
      )
      expect(step()).toBe('Review & send')
      expect(localStorage.getItem(kept)).not.toBeNull()
    }
    adminApi.next = () => Response.json(receipt, { status: 201 })
    await press('Send application')
    expect(await screen.findByText('Application Sent')).toBeTruthy()
    expect(adminApi.sent).toHaveLength(failures.length + 1)
    expect(new Set(adminApi.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(adminApi.sent[0]?.idempotencyKey).toBeTruthy()
  })

  test('for single answers leads to the step of the first and shows them there', async () => {
    const fields = { email: 'Please enter a valid email address' }
    await send(() => refusal(400, 'validation', fields.email, { fields }))
    await waitFor(() => expect(step()).toBe('About you'))
    expect(screen.getAllByText(fields.email).length).toBeGreaterThan(1)
    expect(field('Email address').getAttribute('aria-invalid')).toBe('true')
  })

  test('while it is under way the button says so, and a second press sends nothing', async () => {
    const adminApi = await send(() => new Promise(() => {}))
    const button = await screen.findByRole('button', { name: 'Sending...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    regardless.click(button)
    await act(async () => {})
    expect(adminApi.sent).toHaveLength(1)
  })
})

test("The server's HTML holds the form, disabled until the page is alive, and says that it needs scripts", () => {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, member)
  const router = createMemoryRouter([{ path: '*', element: <Apply /> }], { initialEntries: ['/apply'] })
  const html = renderToString(
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  expect(html).toMatch(/<fieldset disabled=""/)
  expect(html).toContain('Applying needs JavaScript.')
})

test("[apply.01] /apply is titled 'Apply for Staff' and names the site", () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Apply for Staff · Ember Isles' })
  expect(tags).toContainEqual({
    name: 'description',
    content: 'Join the team of Ember Isles as a helper, builder or designer.',
  })
})

describe('A member who applied before', () => {
  test('reads at once that one is open and how it stands; its position cannot be chosen, another can', async () => {
    await open(member, [
      { ...receipt, status: 'interview' },
      { ...receipt, id: 4, position: 'builder', status: 'rejected' },
    ])
    expect(await screen.findByText('You have an open application: Helper')).toBeTruthy()
    const list = within(screen.getByRole('list', { name: 'Your applications' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Helper.*Interview$/),
      expect.stringMatching(/^Builder.*Rejected$/),
    ])
    await fillAbout()
    await press('Continue')
    await screen.findByRole('heading', { level: 2, name: 'Experience' })
    await fillExperience()
    await press('Continue')
    await screen.findByRole('heading', { level: 2, name: 'The position' })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Helper' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Builder' }).disabled).toBe(false)
  })

  test('gets no form while an application for each position is open', async () => {
    const all = (['helper', 'builder', 'designer'] as const).map((position, id) => ({
      ...receipt,
      id: id + 1,
      position,
    }))
    await open(member, all)
    expect(await screen.findByText('You can apply again once it has.', { exact: false })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull())
  })
})
