import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { eventAnchor, eventLimits } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { parseId } from '../../../contract/ids.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { onClockSet, serverNow } from '../../platform/live/server-clock.ts'
import { useLinkedId, useScrollToLinked } from '../../platform/navigation/linked-thing.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EventCard } from './event-card.tsx'
import { eventQuery, eventsKey, eventsQuery, olderEventsQuery } from './events-query.ts'
import { FeaturedEvent } from './featured-event.tsx'
import { isEventCancelled } from './use-registration.ts'

interface OrderedEvents {
  /** Everything that is active, what began last first; else the next one. */
  readonly featured: readonly Event[]
  /** Everything else that is not over, the soonest first; what has no settled date or was cancelled at the end. */
  readonly ahead: readonly Event[]
  /** The latest first. */
  readonly past: readonly Event[]
}

const start = ({ startDate }: Event) => Date.parse(startDate)

const soonestFirst = (a: Event, b: Event) => start(a) - start(b)

const latestFirst = (a: Event, b: Event) => start(b) - start(a)

function inOrder(events: readonly Event[]): OrderedEvents {
  const isPlanned = (event: Event) => event.status === 'past' || !isEventCancelled(event)
  const of = (status: string) => events.filter((event) => event.status === status && isPlanned(event))
  const active = of('active').sort(latestFirst)
  const upcoming = of('upcoming').sort(soonestFirst)
  const unsettled = events.filter(
    (event) => !['active', 'upcoming', 'past'].includes(event.status) || !isPlanned(event),
  )
  const featured = active.length > 0 ? active : upcoming.slice(0, 1)
  return {
    featured,
    ahead: [...(active.length > 0 ? upcoming : upcoming.slice(1)), ...unsettled.sort(soonestFirst)],
    past: of('past').sort(latestFirst),
  }
}

/** The next moment at which an event begins or ends, in milliseconds; Infinity where none is ahead of `now`. */
const nextChange = (events: readonly Event[], now: number) =>
  Math.min(
    ...events
      .filter(({ status }) => status === 'upcoming' || status === 'active')
      .flatMap(({ startDate, endDate }) => [startDate, endDate ?? startDate])
      .map((date) => Date.parse(date))
      .filter((at) => at > now),
    Number.POSITIVE_INFINITY,
  )

/** The server's clock decides, so events are fetched a moment later, when both clocks agree. */
const graceMs = 1_500

/** The longest time of a browser's timer. */
const maxMs = 2_147_483_647

/** Refetches the events when one of them begins or ends while they are on screen. */
function useTurningPoints(events: readonly Event[] | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      clearTimeout(timer)
      const now = serverNow()
      const ms = nextChange(events ?? [], now) - now + graceMs
      if (ms <= maxMs) timer = setTimeout(() => void client.invalidateQueries({ queryKey: eventsKey }), ms)
    }
    wait()
    const stop = onClockSet(wait)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, events])
}

/** The list of events: loading, failed, empty, or all events. */
export function Events() {
  const { t } = useLingui()
  const { data: events, error, refetch } = useQuery(eventsQuery(api))
  const place = useRef<HTMLDivElement>(null)
  const [search] = useSearchParams()
  const pointedAt = useNamedEvent()
  const isElsewhere =
    events !== undefined && pointedAt !== undefined && !events.some(({ id }) => id === pointedAt)
  const withOlder = search.has('older') || isElsewhere
  const older = useQuery({ ...olderEventsQuery(api), enabled: withOlder })
  const listed = [...(events ?? []), ...((withOlder && older.data) || [])]
  // More than a response lists may have ended since.
  const isLost = isElsewhere && older.data !== undefined && !listed.some(({ id }) => id === pointedAt)
  const { data: alone } = useQuery({ ...eventQuery(api, pointedAt ?? 0), enabled: isLost })
  const all = isLost && alone ? [...listed, alone] : listed
  useScrollToLinked(
    pointedAt === undefined ? undefined : eventAnchor(pointedAt),
    all.some(({ id }) => id === pointedAt),
  )
  useTurningPoints(events)

  function retry() {
    // A retry removes the alert, and with it the button that has the focus.
    place.current?.focus()
    void refetch()
  }

  return (
    <div ref={place} tabIndex={-1} className="grid gap-12 outline-none">
      {events === undefined && error === null && <EventsLoading />}
      {error !== null && (
        <ErrorView
          title={t`Error loading events:`}
          message={errorMessage(error, error.message) || t`Unknown error occurred`}
          onRetry={retry}
        />
      )}
      {isLost && alone === null && (
        <p role="status" className="text-ink-soft">
          <Trans>The event that this link names no longer exists.</Trans>
        </p>
      )}
      {events !== undefined && all.length === 0 && (
        <EmptyState icon={CalendarClock} title={t`No events found. Check back soon for upcoming events!`} />
      )}
      {all.length > 0 && <AllEvents events={all} pointedAt={pointedAt} unfolded={search.has('older')} />}
      {events !== undefined && <OlderEvents query={older} isAsked={withOlder} />}
    </div>
  )
}

interface OlderEventsProps {
  readonly query: Pick<UseQueryResult<Event[]>, 'data' | 'error' | 'refetch'>
  readonly isAsked: boolean
}

/** The way to events that ended long ago, and what came of it. */
function OlderEvents({ query: { data, error, refetch }, isAsked }: OlderEventsProps) {
  const { t } = useLingui()
  if (!isAsked)
    return (
      <Link
        to="?older"
        preventScrollReset
        className="justify-self-start text-ink underline underline-offset-4 hover:text-ember-bright"
      >
        <Trans>Events older than {{ recentDays: eventLimits.recentDays }} days</Trans>
      </Link>
    )
  if (error !== null)
    return <ErrorView title={t`Older events could not be loaded`} onRetry={() => void refetch()} />
  return (
    <p role="status" className="text-ink-soft empty:hidden">
      {data === undefined
        ? t`Loading older events...`
        : data.length === 0 && t`No event is older than ${{ recentDays: eventLimits.recentDays }} days.`}
    </p>
  )
}

interface AllEventsProps {
  readonly events: readonly Event[]
  readonly pointedAt: number | undefined
  /** Past events were asked for. */
  readonly unfolded: boolean
}

function AllEvents({ events, pointedAt, unfolded }: AllEventsProps) {
  const { t } = useLingui()
  const { featured, ahead, past } = inOrder(events)
  const [first, ...more] = featured
  const featuredId = useId()
  return (
    <>
      {first !== undefined && (
        <section aria-labelledby={featuredId} className="grid gap-5">
          <h2 id={featuredId} className="font-display text-4xl leading-none">
            {first.status === 'active' ? t`Happening now` : t`Next up`}
          </h2>
          <FeaturedEvent event={first} pointedAt={first.id === pointedAt} />
          {more.map((event) => (
            <EventCard key={event.id} event={event} pointedAt={event.id === pointedAt} wide />
          ))}
        </section>
      )}
      {ahead.length > 0 && <EventTimeline events={ahead} pointedAt={pointedAt} />}
      {past.length > 0 && <PastEvents events={past} pointedAt={pointedAt} unfolded={unfolded} />}
    </>
  )
}

function EventsLoading() {
  return (
    <div className="grid gap-4">
      <p role="status" className="flex items-center gap-2 py-2 text-ink-soft">
        <Spinner className="text-ember" />
        <Trans>Loading events...</Trans>
      </p>
      <Skeleton className="h-96" />
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
    </div>
  )
}

/** The event that the address names: `?event=12` the server reads as well, `#event-12` only the browser. */
function useNamedEvent(): number | undefined {
  const [search] = useSearchParams()
  const linked = useLinkedId('event')
  const named = parseId(search.get('event') ?? linked)
  return named ?? undefined
}

interface PastEventsProps {
  readonly events: readonly Event[]
  readonly pointedAt: number | undefined
  readonly unfolded: boolean
}

/** Past events, collapsed unless a link leads to them. `details` works without scripts. */
function PastEvents({ events, pointedAt, unfolded }: PastEventsProps) {
  const wanted = unfolded || events.some(({ id }) => id === pointedAt)
  return (
    // Another key, so that a link opens it also after the visitor closed it.
    <details key={wanted ? (pointedAt ?? 'unfolded') : 'folded'} open={wanted} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-md font-display text-3xl leading-none hover:text-ember-bright [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-6 text-ember transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
        />
        <h2>
          <Trans>Past events</Trans>
        </h2>
        <span className="text-ink-faint">{events.length}</span>
      </summary>
      <ol className="mt-4 grid gap-4 lg:grid-cols-2">
        {events.map((event) => (
          <li key={event.id} className="grid min-w-0">
            <EventCard event={event} pointedAt={event.id === pointedAt} />
          </li>
        ))}
      </ol>
    </details>
  )
}

interface EventTimelineProps {
  readonly events: readonly Event[]
  readonly pointedAt: number | undefined
}

/** Upcoming events as a timeline. */
function EventTimeline({ events, pointedAt }: EventTimelineProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-5">
      <h2 id={headingId} className="font-display text-4xl leading-none">
        <Trans>Coming up</Trans>
      </h2>
      <ol className="relative grid gap-4 sm:ps-8">
        <div
          aria-hidden
          className="absolute top-0 bottom-0 start-1 hidden w-1 bg-[repeating-linear-gradient(var(--color-line)_0_8px,transparent_8px_12px)] sm:block"
        />
        {events.map((event) => (
          <li key={event.id} className="relative grid min-w-0">
            <span
              aria-hidden
              className="absolute top-9 -start-8 hidden size-3 bg-ember outline-4 outline-ground sm:block"
            />
            <EventCard event={event} pointedAt={event.id === pointedAt} wide />
          </li>
        ))}
      </ol>
    </section>
  )
}
