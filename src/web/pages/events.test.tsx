import { act, screen, waitFor, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, type MetaDescriptor, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CupStage, cupPlayerState, cupStages } from '../../contract/cups/cup-moves.ts'
import { eventLimits } from '../../contract/events/events.ts'
import type { Event } from '../../contract/events/events-schemas.ts'
import { interestRefusals } from '../../contract/events/interest.ts'
import { EventActions } from '../domains/events/event-actions.tsx'
import { eventsKey } from '../domains/events/events-query.ts'
import {
  cardOf,
  createEvent,
  expectToast,
  participant,
  settled,
  showPage,
} from '../domains/events/testing/setup.tsx'
import { prefetchedFrom } from '../platform/prefetched-data.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { sayIn } from '../platform/translation.tsx'
import { viewerQuery } from '../platform/viewer.ts'
import { regardless, whenReady } from '../testing/actions.ts'
import { type Call, fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import EventsPage, { meta } from './events.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const list = 'GET /api/events'
const door = '/api/events/4/register'
const own = participant(testViewer.id, testViewer.username)

const show = (events: Event[], options: Parameters<typeof showPage>[1] = {}) => {
  const calls = fakeApi({ [list]: respondWith(events) })
  return { calls, ...showPage(<EventsPage />, options) }
}
const registerButton = () => screen.findByRole('button', { name: /^(JOIN NOW|REMIND ME|UNREGISTER)$/ })
const requests = (calls: Call[], path: string) =>
  calls.filter((call) => call.path === path).map(({ method, body }) => ({ method, body }))

test('[events.01] /events lists the events with title, description and dates (end date only when there is one)', async () => {
  show([
    createEvent(),
    createEvent({
      id: 5,
      title: 'Short Cup',
      description: 'One evening.',
      endDate: '2090-07-04T20:30:00.000Z',
    }),
    createEvent({ id: 6, title: 'Old Cup', status: 'past', startDate: '2020-01-02T10:00:00.000Z' }),
  ])
  const open = await cardOf('Bridge Cup')
  expect(open.getByText('Two against two.')).toBeTruthy()
  const times = (card: typeof open) =>
    [...card.getByRole('heading').closest('article')!.querySelectorAll('time')].map((time) => time.dateTime)
  expect(times(open)).toEqual(['2090-07-04T18:00:00.000Z'])
  const short = await cardOf('Short Cup')
  expect(short.getByText('One evening.')).toBeTruthy()
  expect(times(short)).toEqual(['2090-07-04T18:00:00.000Z', '2090-07-04T20:30:00.000Z'])
  expect(times(await cardOf('Old Cup'))).toEqual(['2020-01-02T10:00:00.000Z'])
})

test('[field.13] With one more event than a page of the list, the soonest of all is there, whichever page it is on', async () => {
  const page = Array.from({ length: eventLimits.listed }, (_, n) =>
    createEvent({ id: 1_000 - n, title: `Later ${n}`, startDate: '2091-07-04T18:00:00.000Z' }),
  )
  const calls = fakeApi({
    [list]: respondWith(page),
    [`${list}?before=${page.at(-1)!.id}`]: respondWith([createEvent({ id: 4, title: 'Soonest Cup' })]),
  })
  showPage(<EventsPage />)
  await cardOf('Soonest Cup')
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(titles.indexOf('Soonest Cup')).toBeLessThan(titles.indexOf('Later 0'))
  expect(calls.filter(({ path }) => path.startsWith('/api/events'))).toHaveLength(2)
})

test("[events.02] Loading shows a spinner with 'Loading events...'", async () => {
  fakeApi({ [list]: () => new Promise(() => {}) })
  showPage(<EventsPage />)
  const status = await screen.findByText('Loading events...')
  expect(status.getAttribute('role')).toBe('status')
  expect(status.querySelector('[data-spinner]')).not.toBeNull()
})

describe("[events.03] Error panel: 'Error loading events:' plus the message, or 'Unknown error occurred'", () => {
  test.each([
    ["the server's sentence", refuse(503, 'overloaded', 'The server is busy.'), 'The server is busy.'],
    ["the error's own words", () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
    ['neither', () => Promise.reject(new Error('')), 'Unknown error occurred'],
  ])('%s', async (_what, respond, sentence) => {
    fakeApi({ [list]: respond })
    showPage(<EventsPage />)
    expect((await screen.findByRole('alert')).textContent).toBe(`Error loading events:${sentence}`)
    expect(screen.queryByText('Loading events...')).toBeNull()
  })

  test('Retry asks again', async () => {
    let healthy = false
    const calls = fakeApi({
      [list]: () => (healthy ? respondWith([createEvent()])() : refuse(500, 'internal', 'It broke')()),
    })
    showPage(<EventsPage />)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    healthy = true
    await whenReady.click(retry)
    await cardOf('Bridge Cup')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(calls).toHaveLength(2)
  })
})

test("[events.04] Empty state: 'No events found. Check back soon for upcoming events!'", async () => {
  show([])
  await screen.findByText('No events found. Check back soon for upcoming events!')
})

test.each([
  ['active', 'ACTIVE'],
  ['upcoming', 'UPCOMING'],
  ['past', 'PAST EVENT'],
  ['tba', 'TBA'],
  ['postponed', 'TBA'],
])('[events.05] Status badges: %s is %s', async (status, badge) => {
  show([createEvent({ status: status as Event['status'] })])
  expect((await cardOf('Bridge Cup')).getByText(badge)).toBeTruthy()
})

test('[events.06] An event card shows its rewards', async () => {
  show([createEvent({ rewards: ['Diamond rank', 'Diamond rank', '<b>500</b> points'] })])
  const rewards = (await cardOf('Bridge Cup')).getByRole('list', { name: 'Rewards' })
  expect([...rewards.children].map((reward) => reward.textContent)).toEqual([
    'Diamond rank',
    'Diamond rank',
    '<b>500</b> points',
  ])
})

test("[events.07] An event card shows its creator's username", async () => {
  show([createEvent()])
  expect((await cardOf('Bridge Cup')).getByText('Organizer').parentElement?.textContent).toBe('by Organizer')
})

test.each([
  ['all of five', 5, 5, ['Player 1', 'Player 2', 'Player 3', 'Player 4', 'Player 5']],
  ['one more', 6, 6, ['Player 1', 'Player 2', 'Player 3', 'Player 4', 'Player 5', '+1 more']],
  [
    'those that were not sent as well',
    100,
    1_240,
    ['Player 1', 'Player 2', 'Player 3', 'Player 4', 'Player 5', '+1,235 more'],
  ],
])(
  "[events.08] An event card shows the first 5 participants, then '+N more' for the rest: %s",
  async (_what, sent, participantCount, words) => {
    const participants = Array.from({ length: sent }, (_, at) => participant(at + 1))
    show([createEvent({ participants, participantCount })])
    const people = (await cardOf('Bridge Cup')).getByRole('list', { name: 'Participants' })
    const said = [...people.children].map(
      (person) => person.querySelector('a bdi')?.textContent ?? person.textContent,
    )
    expect(said).toEqual(words)
  },
)

test('[evening.59] An event shows faces and the number of its participants, and says REGISTERED to who is', async () => {
  const face = '/avatars/face/1.png'
  const withFace = { ...participant(9), user: { username: 'Ada', avatarUrl: face } }
  show([createEvent({ participants: [own, withFace], participantCount: 1_240 })], { viewer: testViewer })
  const card = await cardOf('Bridge Cup')
  expect(card.getByText('1,240 players registered')).toBeTruthy()
  expect(card.getByText('REGISTERED')).toBeTruthy()
  const people = card.getByRole('list', { name: 'Participants' })
  expect([...people.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([face])
})

test('[evening.59] Who is not registered is not said to be', async () => {
  show([createEvent({ participants: [participant(9)], participantCount: 1 })], { viewer: testViewer })
  const card = await cardOf('Bridge Cup')
  expect(card.getByText('1 player registered')).toBeTruthy()
  expect(card.queryByText('REGISTERED')).toBeNull()
})

test('an event without participants invites; a past one does not', async () => {
  show([createEvent(), createEvent({ id: 5, title: 'Old Cup', status: 'past' })])
  expect((await cardOf('Bridge Cup')).getByText('Nobody has registered yet. Be the first.')).toBeTruthy()
  expect((await cardOf('Old Cup')).getByText('Nobody took part.')).toBeTruthy()
})

describe("[events.09] The viewer counts as registered if a participant entry has their userId with status 'registered'", () => {
  test.each([
    ['their own entry', [own], 'UNREGISTER'],
    ["somebody else's", [participant(99)], 'REMIND ME'],
    ['their own with another status', [{ ...own, status: 'waiting' } as never], 'REMIND ME'],
  ])('%s', async (_what, participants, label) => {
    show([createEvent({ participants, participantCount: 1 })], { viewer: testViewer })
    expect((await registerButton()).textContent).toBe(label)
  })

  test('a visitor is not', async () => {
    show([createEvent({ participants: [own], participantCount: 1 })])
    expect((await registerButton()).textContent).toBe('REMIND ME')
  })
})

test.each(['active', 'upcoming', 'tba'] as const)(
  "[events.10] The button is 'UNREGISTER' if registered: %s",
  async (status) => {
    show([createEvent({ status, participants: [own], participantCount: 1 })], { viewer: testViewer })
    expect((await registerButton()).textContent).toBe('UNREGISTER')
  },
)

test("[events.11] The button is 'JOIN NOW' for an active event when not registered", async () => {
  show([createEvent({ status: 'active' })], { viewer: testViewer })
  expect((await registerButton()).textContent).toBe('JOIN NOW')
})

test.each(['upcoming', 'tba'] as const)(
  "[events.12] The button is 'REMIND ME' for an upcoming or TBA event when not registered: %s",
  async (status) => {
    show([createEvent({ status })], { viewer: testViewer })
    expect((await registerButton()).textContent).toBe('REMIND ME')
  },
)

test('[events.13] No register button on past events, also for who took part', async () => {
  show([createEvent({ status: 'past', participants: [own], participantCount: 1 })], { viewer: testViewer })
  const card = await cardOf('Bridge Cup')
  expect(card.getByText('You were there')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /JOIN NOW|REMIND ME|UNREGISTER/ })).toBeNull()
})

/** The open menu of an event's card. */
async function menuOf(title: string) {
  const button = (await cardOf(title)).getByRole('button', { name: 'More' })
  await whenReady.keyDown(button, { key: 'Enter' })
  return within(await screen.findByRole('menu'))
}

/** A server that remembers whether the viewer is registered; its answers wait until they are let go. */
function registering(status: Event['status'], registered = false) {
  let isIn = registered
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const calls = fakeApi({
    [list]: () =>
      respondWith([
        createEvent({ status, participants: isIn ? [own] : [], participantCount: Number(isIn) }),
      ])(),
    [`POST ${door}`]: async () => {
      await held
      isIn = true
      return respondWith({ eventId: 4, status: 'registered' })()
    },
    [`DELETE ${door}`]: async () => {
      await held
      isIn = false
      return respondWith({ eventId: 4, status: 'unregistered' })()
    },
  })
  showPage(<EventsPage />, { viewer: testViewer })
  return { calls, release: () => act(async () => release()) }
}

test.each([
  ['active', false, 'JOIN NOW', 'POST', 'UNREGISTER'],
  ['upcoming', false, 'REMIND ME', 'POST', 'UNREGISTER'],
  ['tba', true, 'UNREGISTER', 'DELETE', 'REMIND ME'],
] as const)(
  '[events.14] [events.15] [events.16] On an event that is %s (registered: %s), %s sends %s to it without body, is disabled meanwhile, and the list is refetched: then %s',
  async (status, registered, label, method, next) => {
    const { calls, release } = registering(status, registered)
    const button = await registerButton()
    expect(button.textContent).toBe(label)
    button.focus()
    await whenReady.click(button)
    await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(true))
    regardless.click(button)
    await release()
    await waitFor(() =>
      expect([button.textContent, (button as HTMLButtonElement).disabled]).toEqual([next, false]),
    )
    expect(requests(calls, door)).toEqual([{ method, body: undefined }])
    expect(requests(calls, '/api/events')).toHaveLength(2)
    // The keyboard goes on where it was.
    expect(document.activeElement).toBe(button)
  },
)

test("[events.17] A visitor's click on register shows toast 'Login required' / 'You must be logged in to register for events.' and makes no call", async () => {
  const { calls } = show([createEvent({ status: 'active' })])
  await whenReady.click(await registerButton())
  await expectToast('Login required', 'You must be logged in to register for events.')
  await settled()
  expect(calls).toHaveLength(1)
})

test('a member who was signed out elsewhere learns it at the next click, and is a visitor from then on', async () => {
  fakeApi({
    [list]: respondWith([createEvent({ participants: [own], participantCount: 1 })]),
    [`DELETE ${door}`]: refuse(401, 'unauthorized', 'You must be signed in'),
  })
  const { client } = showPage(<EventsPage />, { viewer: testViewer })
  await whenReady.click(await registerButton())
  await expectToast('Login required', 'You must be logged in to register for events.')
  await waitFor(async () => expect((await registerButton()).textContent).toBe('REMIND ME'))
  expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
})

test('[events.19] The event list is cached 5 minutes: coming back within that time makes no new GET /api/events, later it does', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { calls, go } = show([createEvent()])
  await cardOf('Bridge Cup')
  await go('/rules')
  vi.advanceTimersByTime(4 * 60_000 + 59_000)
  await go('/events')
  await cardOf('Bridge Cup')
  await settled()
  expect(requests(calls, '/api/events')).toHaveLength(1)
  await go('/rules')
  vi.advanceTimersByTime(2_000)
  await go('/events')
  await waitFor(() => expect(requests(calls, '/api/events')).toHaveLength(2))
})

describe.each([
  [
    "[events.20] Failed registration: toast 'Registration failed'",
    'POST',
    [],
    ['Registration failed', 'Failed to register for event. Please try again.'],
  ],
  [
    "[events.21] Failed unregistration: toast 'Unregistration failed'",
    'DELETE',
    [own],
    ['Unregistration failed', 'Failed to unregister from event. Please try again.'],
  ],
] as const)('%s', (_row, method, participants, [title, usual]) => {
  test.each([
    ["the server's message", refuse(409, 'conflict', 'This event is over'), 'This event is over'],
    ['the usual sentence where the connection failed', () => Promise.reject(new TypeError('x')), usual],
    ['the usual sentence for an answer that is not ours', () => new Response('<h1>', { status: 502 }), usual],
  ])('%s', async (_what, respond, sentence) => {
    fakeApi({
      [list]: respondWith([
        createEvent({ participants: [...participants], participantCount: participants.length }),
      ]),
      [`${method} ${door}`]: respond,
    })
    showPage(<EventsPage />, { viewer: testViewer })
    const button = (await registerButton()) as HTMLButtonElement
    const label = button.textContent
    await whenReady.click(button)
    await expectToast(title, sentence)
    await waitFor(() => expect([button.disabled, button.textContent]).toEqual([false, label]))
  })
})

test('an event that is over in the meantime is shown as over', async () => {
  let over = false
  fakeApi({
    [list]: () => respondWith([createEvent({ status: over ? 'past' : 'active' })])(),
    [`POST ${door}`]: () => {
      over = true
      return refuse(409, 'conflict', 'This event is over')()
    },
  })
  showPage(<EventsPage />, { viewer: testViewer })
  await whenReady.click(await registerButton())
  await screen.findByText('PAST EVENT')
})

test('the page leads with what is on, then what comes next, and folds what is over', async () => {
  show([
    createEvent({ id: 1, title: 'Much later', startDate: '2091-01-01T00:00:00.000Z' }),
    createEvent({ id: 2, title: 'Some day', status: 'tba', startDate: '2030-01-01T00:00:00.000Z' }),
    createEvent({
      id: 3,
      title: 'On now',
      status: 'active',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2090-01-01T00:00:00.000Z',
    }),
    createEvent({ id: 4, title: 'Soon' }),
    createEvent({ id: 5, title: 'Over', status: 'past' }),
  ])
  await cardOf('On now')
  const titles = [...document.querySelectorAll('article h3')].map((heading) => heading.textContent)
  expect(titles).toEqual(['On now', 'Soon', 'Much later', 'Some day', 'Over'])
  expect(screen.getByRole('timer').getAttribute('aria-label')).toMatch(/^Ends in /)
  expect((await cardOf('Over')).getByRole('heading').closest('details')?.open).toBe(false)
})

test('[tonight.26] Happening now holds everything that is active, and nothing counts down to an open end', async () => {
  const active = { status: 'active', endDate: null } as const
  show([
    createEvent({ id: 3, title: 'Long on', ...active, startDate: '2026-01-01T00:00:00.000Z' }),
    createEvent({ id: 4, title: 'Soon' }),
    createEvent({ id: 5, title: 'Just on', ...active, startDate: '2026-01-02T00:00:00.000Z' }),
  ])
  await cardOf('Just on')
  const now = within(screen.getByRole('region', { name: 'Happening now' }))
  expect(now.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Just on',
    'Long on',
  ])
  expect(screen.queryByRole('timer')).toBeNull()
})

test.each(['/events?event=5', '/events#event-5'])(
  'a link to one event unfolds it and goes there: %s',
  async (at) => {
    show([createEvent(), createEvent({ id: 5, title: 'Over', status: 'past' })], { at })
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    const heading = (await cardOf('Over')).getByRole('heading')
    await waitFor(() => expect(heading.closest('details')?.open).toBe(true))
    expect(seen.mock.contexts).toContain(document.getElementById('event-5'))
  },
)

test('without scripts an event that is not over goes into a calendar by a link', () => {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, null)
  const html = renderToString(
    <TestProviders client={client}>
      <MemoryRouter>
        <EventActions event={createEvent()} describedBy="title" />
      </MemoryRouter>
    </TestProviders>,
  )
  const [, link] = /<noscript>(.*?)<\/noscript>/.exec(html) ?? []
  expect(link).toContain('href="/api/events/4/event.ics"')
  expect(link).toContain('Add to calendar')
})

test('every event that is not over can go into a calendar, and every event has a link of its own', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
  show([createEvent(), createEvent({ id: 5, title: 'Over', status: 'past' })])
  const menu = await menuOf('Bridge Cup')
  expect(menu.getByRole('menuitem', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    '/api/events/4/event.ics',
  )
  await whenReady.click(menu.getByRole('menuitem', { name: 'Copy link' }))
  await waitFor(async () => expect((await cardOf('Bridge Cup')).getByText('Copied link')).toBeTruthy())
  const over = await cardOf('Over')
  expect(over.queryByRole('button', { name: 'More' })).toBeNull()
  await whenReady.click(over.getByRole('button', { name: 'Copy link' }))
  await waitFor(() => expect(over.getByRole('button', { name: 'Copied' })).toBeTruthy())
  expect(written).toEqual([4, 5].map((id) => `https://isles.example/events?event=${id}#event-${id}`))
})

test('staff find the way to the staff area here; others do not see it', async () => {
  show([], { viewer: testViewer })
  expect(screen.getByRole('link', { name: 'Manage events' }).getAttribute('href')).toBe('/admin/events')
})

test.each([null, { ...testViewer, rank: 'Diamond' as const }])('nor does %o', async (viewer) => {
  show([], { viewer })
  expect(screen.queryByRole('link', { name: 'Manage events' })).toBeNull()
})

test('a link to one event unfurls with its title, date and rewards; the page itself with its own words', () => {
  const client = makeQueryClient()
  client.setQueryData(eventsKey, [createEvent({ rewards: ['Gold rank'] })])
  const tags = (search: string) =>
    meta({
      matches: [{ id: 'root', loaderData: { site: testSite } }],
      loaderData: prefetchedFrom(client),
      location: { search },
    } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags('?event=4')).toEqual(
    expect.arrayContaining([
      { title: 'Bridge Cup · Ember Isles' },
      { name: 'description', content: 'Jul 4, 2090, 6:00 PM UTC on Ember Isles. To win: Gold rank.' },
      { property: 'og:url', content: 'https://isles.example/events?event=4' },
    ]),
  )
  for (const search of ['', '?event=99', '?event=x'])
    expect(tags(search)).toContainEqual({ title: 'Events · Ember Isles' })
})

test('when an event begins, the list is asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2090-07-04T17:59:58.000Z') })
  const { calls } = show([createEvent()])
  await cardOf('Bridge Cup')
  expect(calls).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  await waitFor(() => expect(calls).toHaveLength(2))
})

test("without scripts the events are in the server's HTML, in UTC and without a running clock; taking it over changes nothing", async () => {
  const calls = fakeApi({})
  const page = () => {
    const client = makeQueryClient()
    client.setQueryData(viewerQuery.queryKey, null)
    client.setQueryData(eventsKey, [createEvent(), createEvent({ id: 5, title: 'Over', status: 'past' })])
    const router = createMemoryRouter([{ path: '*', element: <EventsPage /> }], {
      initialEntries: ['/events'],
    })
    return (
      <TestProviders client={client}>
        <RouterProvider router={router} />
      </TestProviders>
    )
  }
  const place = document.createElement('div')
  place.innerHTML = renderToString(page())
  expect(place.querySelector('time')?.textContent).toBe('Jul 4, 2090, 6:00 PM')
  expect(place.querySelector('[role=timer]')?.textContent).toBe('--days--hours--min--sec')
  expect(place.textContent).toContain('Times are shown in UTC.')
  document.body.append(place)
  const mismatches: unknown[] = []
  const root = hydrateRoot(place, page(), { onRecoverableError: (error) => mismatches.push(error) })
  await settled()
  expect(mismatches).toEqual([])
  expect(place.querySelector('[role=timer]')?.textContent).toMatch(/^\d{2,}days\d\dhours\d\dmin\d\dsec$/)
  expect(calls).toHaveLength(0)
  act(() => root.unmount())
  place.remove()
})

test('[cups.139] Events older than 60 days come on request, and for a link to one of them', async () => {
  const old = createEvent({
    id: 9,
    title: 'Ancient Cup',
    status: 'past',
    startDate: '2020-01-02T10:00:00.000Z',
  })
  const answers = { [list]: respondWith([createEvent()]), 'GET /api/events?older=true': respondWith([old]) }
  const calls = fakeApi(answers)
  const asked = () => calls.filter(({ path }) => path.includes('older')).length
  const { go, unmount } = showPage(<EventsPage />)
  const link = await screen.findByRole('link', { name: 'Events older than 60 days' })
  expect([screen.queryByText('Ancient Cup'), asked()]).toEqual([null, 0])
  await go(`/events${link.getAttribute('href')?.replace(/^[^?]*/, '')}`)
  expect((await screen.findByText('Ancient Cup')).closest('details')?.open).toBe(true)
  expect([screen.queryByRole('link', { name: 'Events older than 60 days' }), asked()]).toEqual([null, 1])
  unmount()
  showPage(<EventsPage />, { at: '/events?event=9' })
  expect((await screen.findByText('Ancient Cup')).closest('details')?.open).toBe(true)
})

test('[cups.127] The card of a cup’s event leads to the cup; another event has no such link', async () => {
  show([createEvent({ isCup: true }), createEvent({ id: 5, title: 'Short Cup' })])
  const card = await cardOf('Bridge Cup')
  expect(card.getByRole('link', { name: 'Bridge Cup' }).getAttribute('href')).toBe('/cups/4')
  expect((await cardOf('Short Cup')).queryByRole('link')).toBeNull()
})

test('[powers.47] Who acted in an event as staff reads instead of the button why they do not enter it; others see no difference', async () => {
  const hasActed = { takesPart: false, hasActed: true }
  show([createEvent({ interest: hasActed }), createEvent({ id: 5, title: 'Other Cup' })], {
    viewer: testViewer,
  })
  const card = await cardOf('Bridge Cup')
  expect(card.getByText(sayIn(undefined, interestRefusals.entry))).toBeTruthy()
  expect(card.queryByRole('button', { name: /^(JOIN NOW|REMIND ME)$/ })).toBeNull()
  expect((await cardOf('Other Cup')).getByRole('button', { name: /^(JOIN NOW|REMIND ME)$/ })).toBeTruthy()
})

const moves = new Map<CupStage, string>([
  ['announced', 'registered waiting in'],
  ['check_in', 'registered waiting in'],
  ['closed', 'waiting in'],
  ['running', 'in'],
  ['arena', 'registered waiting in'],
])

/** How somebody may stand in a cup of a stage. */
const statesIn = (stage: CupStage) => {
  const entrants = [true, false].flatMap((isWaiting) => [true, false].map((isOut) => ({ isWaiting, isOut })))
  return new Set(
    [true, false].flatMap((isRegistered) =>
      [null, ...entrants].map((entrant) => cupPlayerState({ isRegistered, entrant }, stage)),
    ),
  )
}

test.each([
  ['check_in', 'registered', ['Check in', 'UNREGISTER']],
  ['check_in', 'in', ['Go to the cup', 'UNREGISTER']],
  ['check_in', null, ['REMIND ME']],
  ['arena', 'registered', ['Go to the cup', 'UNREGISTER']],
  ['running', null, ['Watch the cup']],
  ['running', 'in', ['Go to the cup', 'UNREGISTER']],
  ['final', 'in', ['See the result']],
  ['cancelled', null, []],
] as const)(
  '[tonight.15] The card of an event leads with what may be done now, the rest is in its menu: %s, %s',
  async (stage, state, names) => {
    const participants = state === null ? [] : [own]
    const cup = { stage, size: 1, state }
    show([createEvent({ isCup: true, cup, participants, participantCount: participants.length })], {
      viewer: testViewer,
    })
    const card = (await cardOf('Bridge Cup')).getByRole('heading').closest('article')!
    const others = ['More', 'Copy link']
    const main = [...card.querySelectorAll('a, button')]
      .filter((one) => one.closest('h3, li') === null)
      .map(({ textContent }) => textContent!)
      .filter((name) => !others.includes(name))
    expect(main).toEqual(names)
  },
)

describe.each(cupStages)('[field.162] The card of an event whose cup is in the stage %s', (stage) => {
  const cupIn = (state: NonNullable<Event['cup']>['state']) =>
    createEvent({
      isCup: true,
      cup: { stage, size: 1, state },
      participants: state === null ? [] : [own],
      participantCount: state === null ? 0 : 1,
    })

  test.each([...statesIn(stage)])('offers what may be done to who is: %s', async (state) => {
    show([cupIn(state)], { viewer: testViewer })
    const card = await cardOf('Bridge Cup')
    const isIn = state !== null && (moves.get(stage) ?? '').split(' ').includes(state)
    const mayEnter = state === null && ['announced', 'check_in', 'arena'].includes(stage)
    const buttons = card.queryAllByRole('button', { name: /^(JOIN NOW|REMIND ME|UNREGISTER)$/ })
    expect(buttons.map(({ textContent }) => textContent)).toEqual(
      isIn ? ['UNREGISTER'] : mayEnter ? ['REMIND ME'] : [],
    )
    const isCancelled = stage === 'cancelled' || stage === 'stopped'
    const isOut = state === null || state === 'out' || state === 'missed' || isCancelled
    expect(card.queryByText('REGISTERED') === null).toBe(isOut)
    expect(card.queryByText('CANCELLED') !== null).toBe(isCancelled)
    const leads = card.queryByRole('link', { name: 'Watch the cup' })
    const goesOn = (stage === 'closed' || stage === 'running') && !isIn
    expect(leads?.getAttribute('href') ?? null).toBe(goesOn ? '/cups/4' : null)
  })
})

test('[field.163] UNREGISTER in a running bracket asks and says what it costs; only who agrees is out', async () => {
  const entered = createEvent({
    status: 'active',
    cup: { stage: 'running', size: 1, state: 'in' },
    participants: [own],
    participantCount: 1,
  })
  const calls = fakeApi({
    [list]: respondWith([entered]),
    [`DELETE ${door}`]: respondWith({ eventId: 4, status: 'unregistered' }),
  })
  showPage(<EventsPage />, { viewer: testViewer })
  await whenReady.click(await registerButton())
  expect(
    await screen.findByText(
      'The cup is running. You are then out of it and cannot come back. Your opponent goes on without playing.',
    ),
  ).toBeTruthy()
  await whenReady.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(requests(calls, door)).toEqual([])
  await whenReady.click(await registerButton())
  await whenReady.click(await screen.findByRole('button', { name: 'Unregister' }))
  await waitFor(() => expect(requests(calls, door)).toEqual([{ method: 'DELETE', body: undefined }]))
})

test('[field.111] After a registration on the page of events what is kept of its cup is fetched again', async () => {
  fakeApi({
    [list]: respondWith([createEvent()]),
    [`POST ${door}`]: respondWith({ eventId: 4, status: 'registered' }),
  })
  const { client } = showPage(<EventsPage />, { viewer: testViewer })
  const button = await registerButton()
  client.setQueryData(['cups', 4, 'mine'], {})
  await whenReady.click(button)
  await waitFor(() => expect(client.getQueryState(['cups', 4, 'mine'])?.isInvalidated).toBe(true))
})

test('[field.164] A cancelled event is none that comes next, has no entry for calendars, and says when it was planned', async () => {
  show([
    createEvent({ id: 5, title: 'Gone', cup: { stage: 'stopped', size: 1, state: null }, status: 'active' }),
    createEvent({ id: 6, title: 'Next' }),
  ])
  expect((await menuOf('Next')).getByRole('menuitem', { name: 'Add to calendar' })).toBeTruthy()
  const gone = await cardOf('Gone')
  expect(gone.queryByRole('button', { name: 'More' })).toBeNull()
  expect(gone.getByText(/^It was planned for/)).toBeTruthy()
  const next = screen.getByRole('region', { name: 'Next up' })
  expect(next.textContent).toContain('Next')
  expect(next.textContent).not.toContain('Gone')
})

test('[field.55] A link to an event that no list has shows it by itself, and says so when there is none', async () => {
  const old = createEvent({
    id: 9,
    title: 'First Cup',
    status: 'past',
    startDate: '2020-01-02T10:00:00.000Z',
  })
  const answers = {
    [list]: respondWith([createEvent()]),
    'GET /api/events?older=true': respondWith([]),
    'GET /api/events/9': respondWith(old),
    'GET /api/events/10': refuse(404, 'not_found', 'There is no such event'),
  }
  fakeApi(answers)
  const { unmount } = showPage(<EventsPage />, { at: '/events#event-9' })
  await cardOf('First Cup')
  unmount()
  showPage(<EventsPage />, { at: '/events#event-10' })
  await screen.findByText('The event that this link names no longer exists.')
})
