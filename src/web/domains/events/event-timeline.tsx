import { useId } from 'react'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { EventCard } from './event-card.tsx'

interface EventTimelineProps {
  readonly events: readonly Event[]
  readonly pointedAt: number | undefined
}

/** What comes, one after the other along a line of blocks. */
export function EventTimeline({ events, pointedAt }: EventTimelineProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-5">
      <h2 id={headingId} className="font-display text-4xl leading-none">
        Coming up
      </h2>
      <ol className="relative grid gap-4 sm:pl-8">
        <div
          aria-hidden
          className="absolute top-0 bottom-0 left-1 hidden w-1 bg-[repeating-linear-gradient(var(--color-line)_0_8px,transparent_8px_12px)] sm:block"
        />
        {events.map((event) => (
          <li key={event.id} className="relative grid min-w-0">
            <span
              aria-hidden
              className="absolute top-9 -left-8 hidden size-3 bg-ember outline-4 outline-ground sm:block"
            />
            <EventCard event={event} pointedAt={event.id === pointedAt} wide />
          </li>
        ))}
      </ol>
    </section>
  )
}
