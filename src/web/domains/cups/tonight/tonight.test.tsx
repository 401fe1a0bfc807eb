import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { CupSummary } from '../../../../contract/cups/cups-schemas.ts'
import type { Event } from '../../../../contract/events/events-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { createEvent, participant } from '../../events/testing/setup.tsx'
import { Tonight } from './tonight.tsx'

const now = Date.parse('2030-01-01T18:00:00.000Z')
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const cupOf = (over: Partial<CupSummary>): CupSummary => ({
  id: 7,
  title: 'Cup',
  format: 'single',
  mode: { key: 'sumo', name: 'Sumo' },
  phase: 'open',
  startDate: inMinutes(90),
  endDate: null,
  size: 1,
  seats: 8,
  entrantCount: 0,
  registeredCount: 0,
  champion: null,
  ...over,
})

const stageOf = { open: 'announced', check_in: 'check_in', running: 'running' } as const

/** The event of a cup. */
const eventOf = (
  cup: CupSummary & { readonly phase: keyof typeof stageOf },
  state: NonNullable<Event['cup']>['state'] = null,
) =>
  createEvent({
    id: cup.id,
    title: cup.title,
    startDate: cup.startDate!,
    status: Date.parse(cup.startDate!) <= now ? 'active' : 'upcoming',
    isCup: true,
    cup: { stage: stageOf[cup.phase], size: cup.size, state },
  })

async function show(events: readonly Event[], cups: readonly CupSummary[], viewer: OwnUser | null = null) {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const isOpen = ({ phase }: CupSummary) => phase === 'open' || phase === 'check_in'
  const calls = fakeApi({
    'GET /api/events?soon=true': respondWith(events),
    'GET /api/cups?state=running': respondWith(cups.filter((cup) => !isOpen(cup))),
    'GET /api/cups?state=open': respondWith(cups.filter(isOpen)),
  })
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  render(
    <TestProviders client={client}>
      <MemoryRouter>
        <Tonight />
      </MemoryRouter>
    </TestProviders>,
  )
  await vi.waitFor(() => expect(client.getQueryState(['cups', 'tonight'])?.status).toBe('success'))
  await act(async () => {})
  expect(calls).toHaveLength(3)
}

const lines = () =>
  screen.queryAllByRole('listitem').map((item) => {
    const link = item.querySelector('a')!
    return [item.querySelector('p')!.textContent, link.textContent, link.getAttribute('href')]
  })

const checkIn = cupOf({
  id: 1,
  title: 'Evening Cup',
  phase: 'check_in',
  startDate: inMinutes(17),
  checkInEndsAt: inMinutes(12),
  entrantCount: 5,
}) as CupSummary & { phase: 'check_in' }
const running = cupOf({
  id: 2,
  title: 'Old Cup',
  phase: 'running',
  startDate: inMinutes(-40),
}) as CupSummary & {
  phase: 'running'
}
const open = cupOf({
  id: 3,
  title: 'Late Cup',
  startDate: inMinutes(90),
  registeredCount: 9,
}) as CupSummary & {
  phase: 'open'
}

test('[tonight.17] Home says which check-in closes in how long, what runs, and what comes next, with free places and one action each', async () => {
  const cups = [checkIn, running, open]
  const night = createEvent({
    id: 4,
    title: 'Night',
    status: 'active',
    startDate: inMinutes(-20),
    endDate: inMinutes(60),
  })
  await show([...cups.map((cup) => eventOf(cup)), night].reverse(), cups)
  expect(lines()).toEqual([
    ['Evening CupCheck-in closes in 12 minutes, 3 places free', 'Enter', '/cups/1'],
    ['NightOn now, until 7:00 PM', 'Enter', '/events?event=4#event-4'],
    ['Old CupOn now', 'Watch', '/cups/2'],
  ])
})

test('[tonight.17] Something that is next has a place, also where much is on; it says today, and 0 places', async () => {
  const active = [1, 2, 3].map((n) =>
    createEvent({ id: 10 + n, title: `On ${n}`, status: 'active', startDate: inMinutes(-n) }),
  )
  await show([...active, eventOf(open)], [open])
  expect(lines().map(([line]) => line)).toEqual([
    'On 1On now',
    'On 2On now',
    'Late Cuptoday 7:30 PM, 0 places free',
  ])
})

test('[tonight.17] A member who registered checks in, one who checked in views the cup, one who registered for an event does too', async () => {
  const mine = createEvent({
    id: 4,
    title: 'Mine',
    startDate: inMinutes(300),
    participants: [participant(testViewer.id)],
    participantCount: 1,
  })
  const other = { ...checkIn, id: 5, title: 'Other Cup' }
  await show([eventOf(checkIn, 'registered'), eventOf(other, 'in'), mine], [checkIn, other], testViewer)
  expect(lines().map(([, action]) => action)).toEqual(['Check in', 'View', 'View'])
})

test('[tonight.17] Who takes part in what is on views it, and others watch', async () => {
  const own = { participants: [participant(testViewer.id)], participantCount: 1 }
  const night = createEvent({ id: 4, status: 'active', startDate: inMinutes(-20), ...own })
  const out = { ...eventOf(running, 'out'), ...own, id: 6 }
  await show([{ ...eventOf(running, 'in'), ...own }, night], [running], testViewer)
  expect(lines().map(([, action]) => action)).toEqual(['View', 'View'])
  cleanup()
  await show([out], [], testViewer)
  expect(lines().map(([, action]) => action)).toEqual(['Watch'])
})

test('[tonight.17] Home says nothing where nothing is on or next within a week', async () => {
  const cancelled = createEvent({
    id: 2,
    status: 'active',
    isCup: true,
    cup: { stage: 'stopped', size: 1, state: null },
  })
  const over = createEvent({
    id: 3,
    status: 'active',
    isCup: true,
    cup: { stage: 'final', size: 1, state: null },
  })
  await show([cancelled, over], [])
  expect(screen.queryByRole('region')).toBeNull()
})
