import { Trans, useLingui } from '@lingui/react/macro'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Time } from '../../ui/time.tsx'
import { EventBadge } from './event-badge.tsx'
import { isRegistered } from './use-registration.ts'

interface EventHeadProps {
  readonly event: Event
  readonly headingId: string
  readonly large?: boolean
}

/** State, creator, title and dates. */
export function EventHead({ event, headingId, large = false }: EventHeadProps) {
  const registered = isRegistered(useViewer(), event)
  return (
    <div className={classes('grid min-w-0 content-start', large ? 'gap-2.5' : 'gap-1.5')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <EventBadge status={event.status} />
        <p className="wrap-anywhere min-w-0 text-ink-faint">
          by <bdi>{event.creator.username}</bdi>
        </p>
        {registered &&
          (event.status === 'past' ? (
            <p className="font-bold text-good">
              <Trans>You were there</Trans>
            </p>
          ) : (
            <Badge tone="good">
              <Trans>REGISTERED</Trans>
            </Badge>
          ))}
      </div>
      <h3
        id={headingId}
        className={classes(
          'wrap-anywhere font-display leading-none',
          large ? 'text-5xl sm:text-6xl' : 'text-3xl',
          event.status === 'past' && 'text-ink-soft',
        )}
      >
        <bdi>{event.title}</bdi>
      </h3>
      <EventDates event={event} />
    </div>
  )
}

/** When it begins, and when it ends where that is known. */
function EventDates({ event }: { event: Event }) {
  const { t } = useLingui()
  return (
    <p className="text-ink-soft text-sm">
      {event.status === 'tba' && t`Not fixed yet, planned for `}
      <Time iso={event.startDate} className="font-semibold text-ink" />
      {event.endDate !== null && (
        <>
          {t` until `}
          <Time iso={event.endDate} className="font-semibold text-ink" />
        </>
      )}
    </p>
  )
}
