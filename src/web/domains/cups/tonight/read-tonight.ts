import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { registrationMove } from '../../../../contract/cups/cup-moves.ts'
import { cupPath, cupTimes } from '../../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../../contract/cups/cups-endpoints.ts'
import type { CupSummary } from '../../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../../contract/cups/formats.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { eventAddress } from '../../../../contract/events/events.ts'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import type { Event } from '../../../../contract/events/events-schemas.ts'
import { entryRefusal } from '../../../../contract/events/interest.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { isEventCancelled, takesPart } from '../../events/use-registration.ts'

/** An event that is on or comes next. */
export interface TonightItem {
  readonly id: number
  readonly title: string
  readonly path: string
  readonly startDate: string
  /** Null where nobody knows the end. */
  readonly endDate: string | null
  readonly isOn: boolean
  /** While players check in. */
  readonly checkInEndsAt?: string | undefined
  /** Null where places are not counted. */
  readonly free: number | null
  readonly action: 'enter' | 'checkIn' | 'watch' | 'view'
}

export interface Tonight {
  readonly items: readonly TonightItem[]
  /** When this is no longer so, in milliseconds. */
  readonly until: number
}

const maxItems = 3
/** Of these, so that what comes next has a place. */
const maxOn = 2

/** Places are taken at any time. */
const freshMs = 5 * 60_000

/** Reads what is on and what is next: check-ins that close first, then what runs, then what begins first. */
export async function readTonight(
  call: Transport,
  viewer: Viewer | null,
  signal: AbortSignal,
): Promise<Tonight> {
  const [events, ...cups] = await Promise.all([
    call(eventEndpoints.list, { query: { soon: 'true' }, signal }),
    call(cupEndpoints.list, { query: { state: 'running' }, signal }),
    call(cupEndpoints.list, { query: { state: 'open' }, signal }),
  ])
  const now = serverNow()
  const cupOf = new Map(cups.flat().map((cup) => [cup.id, cup]))
  const items = events
    .filter((event) => !isEventCancelled(event) && event.cup?.stage !== 'final')
    .sort((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate))
    .map((event) => itemOf(event, cupOf.get(event.id), viewer))
  const on = items.filter(({ isOn, checkInEndsAt }) => isOn && checkInEndsAt === undefined)
  const checkIns = items.filter(({ checkInEndsAt }) => checkInEndsAt !== undefined)
  const next = items.filter(({ isOn, checkInEndsAt }) => !isOn && checkInEndsAt === undefined)
  const shown = [...checkIns, ...on.toReversed().slice(0, maxOn), ...next].slice(0, maxItems)
  const turns = shown
    .flatMap(({ startDate, endDate, checkInEndsAt }) => [
      Date.parse(startDate) - cupTimes.checkInMs,
      ...[checkInEndsAt, startDate, endDate ?? undefined].map((at) => Date.parse(at ?? '')),
    ])
    .filter((at) => at > now)
  return { items: shown, until: Math.min(now + freshMs, ...turns) }
}

const itemOf = (event: Event, cup: CupSummary | undefined, viewer: Viewer | null): TonightItem => ({
  id: event.id,
  title: event.title,
  path: event.isCup ? cupPath(event.id) : eventAddress(event.id),
  startDate: event.startDate,
  endDate: event.endDate,
  isOn: event.status === 'active',
  checkInEndsAt: cup?.checkInEndsAt,
  free: cup === undefined ? null : freeOf(event, cup),
  action: actionOf(event, viewer),
})

/** Seats that nobody has yet; before a check-in nobody has one, and of teams nobody knows how many come. */
function freeOf({ cup: life }: Event, cup: CupSummary): number | null {
  if (life === undefined || registrationMove({ ...life, state: null }) === null) return null
  const isBefore = cup.phase === 'open' && formatOf(cup).hasCheckIn
  if (isBefore && cup.size > 1) return null
  const taken = isBefore ? (cup.registeredCount ?? 0) : cup.entrantCount
  return Math.max(0, cup.seats - taken)
}

function actionOf(event: Event, viewer: Viewer | null): TonightItem['action'] {
  const { cup, interest, status } = event
  if (cup?.stage === 'check_in' && cup.state === 'registered') return 'checkIn'
  const isOpen = cup === undefined ? !takesPart(viewer, event) : registrationMove(cup) === 'register'
  if (isOpen && !(interest && entryRefusal(interest))) return 'enter'
  return status === 'active' && !takesPart(viewer, event) ? 'watch' : 'view'
}
