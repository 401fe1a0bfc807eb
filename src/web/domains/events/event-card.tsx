import { useId } from 'react'
import { eventAnchor } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { useZone } from '../../platform/hydrated.ts'
import { useLocale } from '../../platform/translation.tsx'
import { classes } from '../../ui/classes.ts'
import { EventActions } from './event-actions.tsx'
import { EventBody } from './event-body.tsx'
import { EventHead } from './event-head.tsx'
import { isEventCancelled } from './use-registration.ts'

interface DateTileProps {
  readonly iso: string
  /** Without a settled day only the month is shown. */
  readonly open?: boolean
  readonly lit?: boolean
}

/** A leaf of a calendar. The date stands beside it in words. */
function DateTile({ iso, open = false, lit = false }: DateTileProps) {
  const timeZone = useZone()
  const locale = useLocale()
  const partOf = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...part, timeZone }).format(new Date(iso))
  return (
    <div
      aria-hidden
      className={classes(
        'pixel-corners grid w-14 shrink-0 self-start text-center font-display leading-none',
        lit ? 'bg-ember text-ember-ink' : 'bg-ground-raised text-ink',
      )}
    >
      <span
        className={classes(
          'pt-1.5 pb-1 text-lg uppercase',
          lit ? 'bg-ember-bright' : 'bg-line text-ink-soft',
        )}
      >
        {partOf({ month: 'short' })}
      </span>
      <span className="pt-1 pb-2 text-4xl">{open ? '?' : partOf({ day: 'numeric' })}</span>
    </div>
  )
}

interface EventCardProps {
  readonly event: Event
  /** A link led to it. */
  readonly pointedAt: boolean
  /** Shows the actions beside it on wide screens, instead of below. */
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
        wide && 'lg:grid-cols-[auto_minmax(0,1fr)_12rem]',
        pointedAt ? 'border-ember' : 'border-line',
      )}
    >
      <DateTile
        iso={event.startDate}
        open={event.status === 'tba' && !isEventCancelled(event)}
        lit={event.status === 'active' && !isEventCancelled(event)}
      />
      <EventHead event={event} headingId={headingId} />
      <div className="col-span-2 sm:col-span-1 sm:col-start-2">
        <EventBody event={event} />
      </div>
      <div
        className={classes(
          'col-span-2 flex flex-wrap items-center gap-2.5 sm:col-span-1 sm:col-start-2',
          wide && 'lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:content-start lg:justify-end lg:self-start',
        )}
      >
        <EventActions event={event} describedBy={headingId} />
      </div>
    </article>
  )
}
