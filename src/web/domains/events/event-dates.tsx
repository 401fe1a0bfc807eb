import type { Event } from '../../../contract/events/events-schemas.ts'
import { Time } from '../../ui/time.tsx'

/** When it begins, and when it ends where that is known. */
export function EventDates({ event }: { event: Event }) {
  return (
    <p className="text-ink-soft text-sm">
      {event.status === 'tba' && 'Not settled yet, planned for '}
      <Time iso={event.startDate} className="font-semibold text-ink" />
      {event.endDate !== null && (
        <>
          {' until '}
          <Time iso={event.endDate} className="font-semibold text-ink" />
        </>
      )}
    </p>
  )
}
