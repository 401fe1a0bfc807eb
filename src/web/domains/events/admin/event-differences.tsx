import type { EventRecord } from '../../../../contract/events/events-schemas.ts'
import type { Difference } from '../../../ui/stale-note.tsx'
import { Time } from '../../../ui/time.tsx'

const date = (iso: string | null) => (iso === null ? 'none' : <Time iso={iso} />)
const words = (text: string) => (text === '' ? 'empty' : text)

/** What somebody else made of an event. */
export function eventDifferences(before: EventRecord, now: EventRecord): Difference[] {
  return [
    before.title !== now.title && { label: 'Title', now: now.title },
    before.description !== now.description && { label: 'Description', now: words(now.description) },
    before.startDate !== now.startDate && { label: 'Start', now: date(now.startDate) },
    before.endDate !== now.endDate && { label: 'End', now: date(now.endDate) },
    before.rewards.join('\n') !== now.rewards.join('\n') && {
      label: 'Rewards',
      now: words(now.rewards.join(', ')),
    },
    before.tba !== now.tba && { label: 'To be announced', now: now.tba ? 'yes' : 'no' },
  ].filter((difference) => difference !== false)
}
