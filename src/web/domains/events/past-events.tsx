import { ChevronRight } from 'lucide-react'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { EventCard } from './event-card.tsx'

interface PastEventsProps {
  readonly events: readonly Event[]
  readonly pointedAt: number | undefined
}

/** What is over, folded away, unless a link leads to one of them. The browser folds: it works without scripts. */
export function PastEvents({ events, pointedAt }: PastEventsProps) {
  const wanted = events.some(({ id }) => id === pointedAt)
  return (
    // Another key: what a link leads to unfolds also where the visitor had folded it.
    <details key={wanted ? pointedAt : 'folded'} open={wanted} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-md font-display text-3xl leading-none hover:text-ember-bright [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-6 text-ember transition-transform group-open:rotate-90" />
        <h2>Past events</h2>
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
