import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { eventAnchor } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { Countdown } from './countdown.tsx'
import { EventActions } from './event-actions.tsx'
import { EventBody } from './event-body.tsx'
import { EventHead } from './event-head.tsx'
import { TrophyScene } from './trophy-scene.tsx'

/** The featured event, with the time until it begins or ends; nobody counts down to an end that is open. */
export function FeaturedEvent({ event, pointedAt }: { event: Event; pointedAt: boolean }) {
  const { t } = useLingui()
  const headingId = useId()
  const active = event.status === 'active'
  const to = active ? event.endDate : event.startDate
  return (
    <article
      id={eventAnchor(event.id)}
      aria-labelledby={headingId}
      className={classes(
        'grid overflow-hidden rounded-lg border border-t-2 border-t-ember bg-ground-card shadow-card lg:grid-cols-[minmax(0,1fr)_30rem]',
        pointedAt ? 'border-ember' : 'border-line',
      )}
    >
      <div className="grid content-between gap-6 p-4 sm:p-8">
        <div className="grid min-w-0 gap-5">
          <EventHead event={event} headingId={headingId} large />
          <EventBody event={event} />
        </div>
        <div className="flex flex-wrap items-center gap-2.5">
          <EventActions event={event} describedBy={headingId} size="lg" />
        </div>
      </div>
      <div className="grid grid-rows-[minmax(0,1fr)_auto] border-line bg-ground-band max-lg:order-first lg:border-s">
        <TrophyScene lit={active} className="size-full min-h-44" />
        {to !== null && (
          <div className="bg-ground-raised p-4 sm:px-8 sm:pb-7">
            <Countdown to={to} label={active ? t`Ends in` : t`Starts in`} />
          </div>
        )}
      </div>
    </article>
  )
}
