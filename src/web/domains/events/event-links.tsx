import { CalendarPlus, Check, Link2 } from 'lucide-react'
import { eventAddress, eventCalendarPath } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { useSite } from '../../platform/site.tsx'
import { useCopied } from '../../platform/use-copied.ts'
import { Button } from '../../ui/button.tsx'

/** Links to add the event to a calendar and to share it. */
export function EventLinks({ event, describedBy }: { event: Event; describedBy: string }) {
  const { publicUrl } = useSite()
  const { copied, copy } = useCopied(publicUrl + eventAddress(event.id))
  return (
    <>
      {event.status !== 'past' && (
        <Button asChild look="quiet" size="sm">
          <a href={eventCalendarPath(event.id)} download aria-describedby={describedBy}>
            <CalendarPlus aria-hidden className="size-4" />
            Add to calendar
          </a>
        </Button>
      )}
      <Button
        look="quiet"
        size="sm"
        variant={copied ? 'green' : 'default'}
        aria-describedby={describedBy}
        onClick={copy}
        // As wide as its longer words, so that nothing beside it moves.
        className="min-w-27 noscript:hidden"
      >
        {copied ? <Check aria-hidden className="size-4" /> : <Link2 aria-hidden className="size-4" />}
        {copied ? 'Copied' : 'Copy link'}
      </Button>
    </>
  )
}
