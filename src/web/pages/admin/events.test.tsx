import { screen, waitFor, within } from '@testing-library/react'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import type { EventRecord } from '../../../contract/events/events-schemas.ts'
import { interestRefusals } from '../../../contract/events/interest.ts'
import { aRecord, expectToast, showPage } from '../../domains/events/testing/setup.tsx'
import { pageContext } from '../../platform/navigation/page-context.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { sayIn } from '../../platform/translation.tsx'
import { viewerQuery } from '../../platform/viewer.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { testViewer } from '../../testing/site.tsx'
import AdminEvents, { clientLoader, loader } from './events.tsx'

const homeZone = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo'
})
afterEach(() => {
  if (homeZone === undefined) delete process.env.TZ
  else process.env.TZ = homeZone
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const list = 'GET /api/admin/events?limit=50'

function show(records: EventRecord[], responses: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({
    [list]: respondWith(records),
    'GET /api/admin/cups': respondWith([]),
    'GET /api/admin/cup-templates': respondWith([]),
    ...responses,
  })
  showPage(<AdminEvents />, { viewer: testViewer, at: '/admin/events' })
  return { changes: () => calls.filter(({ method }) => method !== 'GET'), calls }
}

const listings = (calls: ReturnType<typeof fakeApi>) =>
  calls.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/events'))

const press = async (name: string | RegExp) => await whenReady.click(screen.getByRole('button', { name }))
const open = async (name: string) => {
  await whenReady.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}
const fill = async (fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields))
    await whenReady.change(screen.getByLabelText(label), { target: { value } })
}
const inputOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

describe('[admin.06] Only staff reach the management of events', () => {
  const diamond: OwnUser = { ...testViewer, rank: 'Diamond' }
  test.each([null, diamond])(
    '%o is sent to sign in, from the document and inside the site',
    async (viewer) => {
      const context = new RouterContextProvider()
      context.set(pageContext, { viewer } as never)
      queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
      for (const refused of [loader({ context } as never), clientLoader()]) {
        const thrown = await refused.then(
          () => undefined,
          (error: Response) => error,
        )
        expect([thrown?.status, thrown?.headers.get('location')]).toEqual([
          302,
          '/auth?redirect=/admin&notice=staff',
        ])
      }
    },
  )
})

test('[cups.108] The list of staff says of each cup that is not over who checked in, what waits for a ruling, and when it ends', async () => {
  const cup = {
    ...{ id: 7, title: 'Friday Cup', format: 'single', mode: { key: 'sumo', name: 'Sumo' }, size: 1 },
    ...{
      phase: 'running',
      startDate: '2030-07-04T18:00:00.000Z',
      endDate: null,
      seats: 32,
      entrantCount: 16,
    },
    ...{ champion: null, registered: 20, checkedIn: 18, waiting: 2, questioned: 1, disputed: 2 },
    endsAbout: '2030-07-04T20:10:00.000Z',
  }
  const open = { ...cup, id: 8, title: 'Sunday Cup', phase: 'open', startDate: null, endsAbout: null }
  show([], {
    'GET /api/admin/cups': respondWith([
      cup,
      { ...open, registered: 3, checkedIn: 0, waiting: 0, questioned: 0, disputed: 0 },
    ]),
  })
  const cups = within(await screen.findByRole('list', { name: 'Cups' })).getAllByRole('listitem')
  expect(cups.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /Friday Cup1 questioned result, 2 disputed results.*ends about .*20 registered, 18 checked in, 2 waitingSeeds$/,
    ),
    expect.stringMatching(/Sunday CupDate to be announced3 registered, 0 checked in$/),
  ])
  expect(within(cups[0]!).getByRole('link').getAttribute('href')).toBe('/cups/7')
})

test('[admin.06] A new event needs a title and a start; what is wrong is reported at the field, which gets the focus, and nothing is sent', async () => {
  const { changes } = show([])
  await open('New event')
  await press('Create event')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))
  await screen.findByText('Title must be at least 3 characters')
  expect(screen.getByText(/^The start must be a date with time/)).toBeTruthy()
  await fill({ Title: 'Night Cup', Start: '2030-07-05T03:00', End: '2030-07-05T02:00' })
  await press('Create event')
  await screen.findByText('The end must be after the start')
  expect(changes()).toEqual([])
})

test("[admin.06] Staff create an event; its dates are typed in the visitor's zone and travel in UTC", async () => {
  const { changes } = show([], { 'POST /api/events': respondWith(aRecord({ title: 'Night Cup' }), 201) })
  const dialog = await open('New event')
  expect(dialog.getByText('In your time zone: Asia/Tokyo')).toBeTruthy()
  await fill({
    Title: 'Night Cup',
    Description: 'Until the sun rises.',
    Start: '2030-07-05T03:00',
    End: '2030-07-05T06:30',
    Rewards: 'Gold rank\n\n  500 points  ',
  })
  await whenReady.click(screen.getByLabelText('To be announced'))
  await press('Create event')
  await expectToast('Event created', 'Night Cup')
  expect(changes()).toEqual([
    {
      method: 'POST',
      path: '/api/events',
      body: {
        title: 'Night Cup',
        description: 'Until the sun rises.',
        startDate: '2030-07-04T18:00:00.000Z',
        endDate: '2030-07-04T21:30:00.000Z',
        rewards: ['Gold rank', '500 points'],
        tba: true,
      },
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[admin.06] Staff change an event: the form holds what is stored, and only what was typed over is sent, for the version that was read', async () => {
  const headers: unknown[] = []
  const record = aRecord({
    version: 3,
    startDate: '2090-07-04T18:00:30.000Z',
    endDate: '2090-07-04T20:00:00.000Z',
    rewards: ['Gold rank'],
  })
  const { changes, calls } = show([record], {
    'PATCH /api/events/4': respondWith({ ...record, title: 'Sun Cup' }),
  })
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'PATCH') headers.push((init.headers as Record<string, string>)['if-match'])
    return plain(path, init)
  })
  await open('Edit')
  expect([inputOf('Title'), inputOf('Start'), inputOf('End'), inputOf('Rewards')]).toEqual([
    'Bridge Cup',
    '2090-07-05T03:00',
    '2090-07-05T05:00',
    'Gold rank',
  ])
  await fill({ Title: 'Sun Cup', End: '' })
  await press('Save changes')
  await expectToast('Event updated', 'Sun Cup')
  expect(changes().map(({ body }) => body)).toEqual([{ title: 'Sun Cup', endDate: null }])
  expect(headers).toEqual(['"3"'])
  await waitFor(() => expect(listings(calls)).toHaveLength(2))
})

test('what the server refuses of a field is reported at the field; anything else in a toast, and the form keeps its words', async () => {
  let respond = refuse(400, 'validation', 'Not that one', { rewards: 'Not that one' })
  show([aRecord()], { 'PATCH /api/events/4': () => respond() })
  await open('Edit')
  await fill({ Title: 'Sun Cup' })
  await press('Save changes')
  await screen.findByText('Not that one')
  respond = refuse(503, 'overloaded', 'The server is busy.')
  await press('Save changes')
  await expectToast('Saving failed', 'The server is busy.')
  expect(inputOf('Title')).toBe('Sun Cup')
})

describe('two staff members on one event see each other before anything is overwritten', () => {
  const theirs = aRecord({ title: 'Their Cup', version: 2, rewards: ['Gold rank'] })
  const conflict = () =>
    Response.json({ error: 'x', message: 'x', code: 'conflict', current: theirs }, { status: 409 })

  const meet = async () => {
    let responses = 0
    const stage = show([aRecord()], {
      'PATCH /api/events/4': () =>
        responses++ === 0 ? conflict() : respondWith({ ...theirs, description: 'Mine.', version: 3 })(),
    })
    await open('Edit')
    await fill({ Description: 'Mine.' })
    await press('Save changes')
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Somebody else changed this in the meantime')
    expect(note.textContent).toContain('Title, as it is now: Their Cup')
    expect(note.textContent).toContain('Rewards, as it is now: Gold rank')
    expect(note.contains(document.activeElement) || document.activeElement?.contains(note)).toBe(true)
    expect(inputOf('Description')).toBe('Mine.')
    return stage
  }

  test('theirs can stand: the form starts over with it', async () => {
    const { changes } = await meet()
    await press('Take theirs')
    expect([inputOf('Title'), inputOf('Description')]).toEqual(['Their Cup', 'Two against two.'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(changes()).toHaveLength(1)
  })

  test('or mine is saved over it, and no field that I did not touch', async () => {
    const { changes } = await meet()
    await press('Save mine anyway')
    await expectToast('Event updated', 'Their Cup')
    expect(changes().map(({ body }) => body)).toEqual([{ description: 'Mine.' }, { description: 'Mine.' }])
  })
})

test('[admin.06] Staff remove an event after a confirmation; cancelling makes no call', async () => {
  let records = [aRecord({ participantCount: 12 })]
  const { changes } = show(records, {
    [list]: () => respondWith(records)(),
    'DELETE /api/events/4': () => {
      records = []
      return new Response(null, { status: 204 })
    },
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('“Bridge Cup” is deleted for good.')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(changes()).toEqual([])

  await press('Delete')
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
  await expectToast('Event deleted', 'Bridge Cup')
  await screen.findByText('No events yet')
  expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/events/4'])
})

test('a deletion that fails says why, and the list is asked for again', async () => {
  const { calls } = show([aRecord()], {
    'DELETE /api/events/4': refuse(409, 'conflict', 'Somebody else changed this in the meantime'),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Delete' }))
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
  await expectToast('Deleting failed', 'Somebody else changed this in the meantime')
  await waitFor(() => expect(listings(calls)).toHaveLength(2))
})

test('a list that fails to load offers Retry', async () => {
  let healthy = false
  show([], { [list]: () => (healthy ? respondWith([aRecord()])() : refuse(500, 'internal', 'It broke')()) })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  healthy = true
  await whenReady.click(retry)
  await screen.findByRole('heading', { name: 'Bridge Cup' })
})

test('[powers.47] Who takes part in an event reads in its row why they change nothing in it, and sees no buttons', async () => {
  show([aRecord({ interest: { takesPart: true, hasActed: false } })])
  expect(await screen.findByText(sayIn(undefined, interestRefusals.staff))).toBeTruthy()
  for (const name of ['Edit', 'Delete', 'Cup'])
    expect(screen.queryByRole('button', { name: new RegExp(`^${name}`) })).toBeNull()
})
