import type { Event } from '../../../contract/events.ts'
import { Participants } from './participants.tsx'
import { Rewards } from './rewards.tsx'

/** What it is about, what there is to win, and who comes. */
export function EventBody({ event }: { event: Event }) {
  return (
    <div className="grid min-w-0 content-start gap-4">
      {event.description !== '' && (
        <p className="max-w-prose whitespace-pre-line break-words text-ink-soft leading-relaxed">
          {event.description}
        </p>
      )}
      <Rewards rewards={event.rewards} />
      <Participants event={event} />
    </div>
  )
}
