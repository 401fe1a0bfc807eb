import type { Event } from '../../../contract/events/events-schemas.ts'
import { fewBlankLines } from '../../ui/few-blank-lines.ts'
import { Participants } from './participants.tsx'
import { Rewards } from './rewards.tsx'

/** What it is about, what there is to win, and who comes. */
export function EventBody({ event }: { event: Event }) {
  return (
    <div className="grid min-w-0 content-start gap-4">
      {event.description !== '' && (
        <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line text-ink-soft leading-relaxed">
          {fewBlankLines(event.description)}
        </p>
      )}
      <Rewards rewards={event.rewards} />
      <Participants event={event} />
    </div>
  )
}
