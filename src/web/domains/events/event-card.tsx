import { useId } from 'react'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { DateTile } from './date-tile.tsx'
import { eventAnchor } from './event-anchor.ts'
import { EventBody } from './event-body.tsx'
import { EventHead } from './event-head.tsx'
import { EventLinks } from './event-links.tsx'
import { RegisterButton } from './register-button.tsx'

interface EventCardProps {
  readonly event: Event
  /** A link led to it. */
  readonly pointedAt: boolean
  /** What can be done stands beside it where there is room, and not below. */
  readonly wide?: boolean
}

/** An event of the timeline, or one that is over. */
export function EventCard({ event, pointedAt, wide = false }: EventCardProps) {
  const headingId = useId()
  return (
    <article
      id={eventAnchor(event.id)}
      aria-labelledby={headingId}
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] content-start gap-4 rounded-lg border bg-ground-card p-4 shadow-card sm:p-5',
        wide && 'lg:grid-cols-[auto_minmax(0,1fr)_10.5rem]',
        pointedAt ? 'border-ember' : 'border-line',
      )}
    >
      <DateTile iso={event.startDate} open={event.status === 'tba'} lit={event.status === 'active'} />
      <EventHead event={event} headingId={headingId} />
      <div className="col-span-2 sm:col-span-1 sm:col-start-2">
        <EventBody event={event} />
      </div>
      <div
        className={classes(
          'col-span-2 flex flex-wrap items-center gap-2.5 sm:col-span-1 sm:col-start-2',
          wide &&
            'lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:flex-col lg:flex-nowrap lg:items-stretch lg:self-start',
        )}
      >
        <RegisterButton event={event} describedBy={headingId} />
        <EventLinks event={event} describedBy={headingId} />
      </div>
    </article>
  )
}
