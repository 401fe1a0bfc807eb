import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus, Check, Link2, Trophy } from 'lucide-react'
import { Link } from 'react-router'
import { cupPath } from '../../../contract/cups/cups.ts'
import { eventAddress, eventCalendarPath } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { useSite } from '../../platform/site.tsx'
import { useCopied } from '../../platform/use-copied.ts'
import { Button } from '../../ui/button.tsx'

/** Links to the cup of the event, to add it to a calendar and to share it. */
export function EventLinks({ event, describedBy }: { event: Event; describedBy: string }) {
  const { t } = useLingui()
  const { publicUrl } = useSite()
  const { copied, copy } = useCopied(publicUrl + eventAddress(event.id))
  return (
    <>
      {event.isCup && (
        <Button asChild look="quiet" size="sm">
          <Link to={cupPath(event.id)} aria-describedby={describedBy}>
            <Trophy aria-hidden className="size-4" />
            <Trans>Cup</Trans>
          </Link>
        </Button>
      )}
      {event.status !== 'past' && (
        <Button asChild look="quiet" size="sm">
          <a href={eventCalendarPath(event.id)} download aria-describedby={describedBy}>
            <CalendarPlus aria-hidden className="size-4" />
            <Trans>Add to calendar</Trans>
          </a>
        </Button>
      )}
      <Button
        look="quiet"
        size="sm"
        aria-describedby={describedBy}
        onClick={copy}
        // As wide as its longer words, so that nothing beside it moves.
        className="min-w-27 noscript:hidden"
      >
        {copied ? <Check aria-hidden className="size-4" /> : <Link2 aria-hidden className="size-4" />}
        {copied ? t`Copied` : t`Copy link`}
      </Button>
    </>
  )
}
