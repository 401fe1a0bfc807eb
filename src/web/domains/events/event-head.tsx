import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { cupPath } from '../../../contract/cups/cups.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { languageOf } from '../../platform/untranslated.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { NearTime } from '../../ui/time.tsx'
import { EventBadge } from './event-badge.tsx'
import { isEventCancelled, takesPart } from './use-registration.ts'

interface EventHeadProps {
  readonly event: Event
  readonly headingId: string
  readonly large?: boolean
}

/** State, creator, title and dates. */
export function EventHead({ event, headingId, large = false }: EventHeadProps) {
  const { username } = event.creator
  const registered = takesPart(useViewer(), event)
  return (
    <div className={classes('grid min-w-0 content-start', large ? 'gap-2.5' : 'gap-1.5')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <EventBadge status={event.status} isCancelled={isEventCancelled(event)} />
        <p className="wrap-anywhere min-w-0 text-ink-faint">
          <Trans>
            by <bdi>{username}</bdi>
          </Trans>
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
        {event.isCup ? (
          <Link to={cupPath(event.id)} className="hover:text-ember-bright">
            <bdi lang={languageOf(event, 'title')}>{event.title}</bdi>
          </Link>
        ) : (
          <bdi lang={languageOf(event, 'title')}>{event.title}</bdi>
        )}
      </h3>
      <EventDates event={event} />
    </div>
  )
}

/** When it begins, and when it ends where that is known. */
function EventDates({ event }: { event: Event }) {
  const { status, startDate, endDate } = event
  const start = <NearTime iso={startDate} className="font-semibold text-ink" />
  const when =
    endDate === null ? (
      start
    ) : (
      <>
        {start} – <NearTime iso={endDate} since={startDate} className="font-semibold text-ink" />
      </>
    )
  return (
    <p className="text-ink-soft text-sm first-letter:uppercase">
      {isEventCancelled(event) ? (
        <Trans>It was planned for {start}</Trans>
      ) : status === 'tba' ? (
        <Trans>Not fixed yet, planned for {when}</Trans>
      ) : (
        when
      )}
    </p>
  )
}
