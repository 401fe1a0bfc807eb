import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { inOrder } from './event-order.ts'
import { EventTimeline } from './event-timeline.tsx'
import { EventsLoading } from './events-loading.tsx'
import { eventsQuery } from './events-query.ts'
import { FeaturedEvent } from './featured-event.tsx'
import { PastEvents } from './past-events.tsx'
import { usePointedAt } from './use-pointed-at.ts'
import { useTurningPoints } from './use-turning-points.ts'

/** The events in each of their states: asked for, failed, none, and all that there are. */
export function Events() {
  const { data: events, error, refetch } = useQuery(eventsQuery(api))
  const place = useRef<HTMLDivElement>(null)
  const pointedAt = usePointedAt(events !== undefined)
  useTurningPoints(events)

  function retry() {
    // The button leaves with its alert.
    place.current?.focus()
    void refetch()
  }

  return (
    <div ref={place} tabIndex={-1} className="grid gap-12 outline-none">
      {events === undefined && error === null && <EventsLoading />}
      {error !== null && (
        <ErrorView
          title="Error loading events:"
          message={sentenceOf(error, error.message) || 'Unknown error occurred'}
          onRetry={retry}
        />
      )}
      {events?.length === 0 && (
        <EmptyState icon={CalendarClock} title="No events found. Check back soon for upcoming events!" />
      )}
      {events !== undefined && events.length > 0 && <AllEvents events={events} pointedAt={pointedAt} />}
    </div>
  )
}

function AllEvents({ events, pointedAt }: { events: readonly Event[]; pointedAt: number | undefined }) {
  const { featured, ahead, past } = inOrder(events)
  const featuredId = useId()
  return (
    <>
      {featured !== undefined && (
        <section aria-labelledby={featuredId} className="grid gap-5">
          <h2 id={featuredId} className="font-display text-4xl leading-none">
            {featured.status === 'active' ? 'Happening now' : 'Next up'}
          </h2>
          <FeaturedEvent event={featured} pointedAt={featured.id === pointedAt} />
        </section>
      )}
      {ahead.length > 0 && <EventTimeline events={ahead} pointedAt={pointedAt} />}
      {past.length > 0 && <PastEvents events={past} pointedAt={pointedAt} />}
    </>
  )
}
