import type { Event } from '../../../contract/events/events-schemas.ts'

export interface OrderedEvents {
  /** What the page leads with: the active event that began last, else the next one. */
  readonly featured: Event | undefined
  /** Everything else that is not over, the soonest first; what has no settled date at the end. */
  readonly ahead: readonly Event[]
  /** The latest first. */
  readonly past: readonly Event[]
}

const start = ({ startDate }: Event) => Date.parse(startDate)
const soonestFirst = (a: Event, b: Event) => start(a) - start(b)
const latestFirst = (a: Event, b: Event) => start(b) - start(a)

export function inOrder(events: readonly Event[]): OrderedEvents {
  const of = (status: string) => events.filter((event) => event.status === status)
  const active = of('active').sort(latestFirst)
  const upcoming = of('upcoming').sort(soonestFirst)
  const unsettled = events.filter(({ status }) => !['active', 'upcoming', 'past'].includes(status))
  const [featured, ...dated] = [...active, ...upcoming]
  return {
    featured,
    ahead: [...dated, ...unsettled.sort(soonestFirst)],
    past: of('past').sort(latestFirst),
  }
}

/** The next moment at which an event begins or ends, in milliseconds; Infinity where none is ahead of `now`. */
export const nextChange = (events: readonly Event[], now: number) =>
  Math.min(
    ...events
      .filter(({ status }) => status === 'upcoming' || status === 'active')
      .flatMap(({ startDate, endDate }) => [startDate, endDate ?? startDate])
      .map((date) => Date.parse(date))
      .filter((at) => at > now),
    Number.POSITIVE_INFINITY,
  )
