import type { EventStatus } from '../../../contract/events/events.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const known: Partial<Record<EventStatus, readonly [words: string, tone: BadgeTone]>> = {
  active: ['ACTIVE', 'good'],
  upcoming: ['UPCOMING', 'ember'],
  past: ['PAST EVENT', 'quiet'],
}

/** An unknown status is shown as to be announced. */
export function EventBadge({ status }: { status: EventStatus }) {
  const [words, tone] = known[status] ?? ['TBA', 'purple']
  return <Badge tone={tone}>{words}</Badge>
}
