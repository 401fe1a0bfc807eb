import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { EventStatus } from '../../../contract/events/events.ts'
import type { Message } from '../../../contract/languages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const known: Partial<Record<EventStatus, readonly [words: Message, tone: BadgeTone]>> = {
  active: [msg`ACTIVE`, 'good'],
  upcoming: [msg`UPCOMING`, 'ember'],
  past: [msg`PAST EVENT`, 'quiet'],
}

const toBeAnnounced = [msg({ message: 'TBA', comment: 'The date is to be announced' }), 'purple'] as const

const cancelled = [msg({ message: 'CANCELLED', context: 'an event' }), 'bad'] as const

/** An unknown status is shown as to be announced. */
export function EventBadge({ status, isCancelled = false }: { status: EventStatus; isCancelled?: boolean }) {
  const { t } = useLingui()
  const [words, tone] = isCancelled ? cancelled : (known[status] ?? toBeAnnounced)
  return <Badge tone={tone}>{t(words)}</Badge>
}
