import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import { Badge } from '../../../ui/badge.tsx'
import { counted } from '../../../ui/format-count.ts'
import { Time } from '../../../ui/time.tsx'

const states = {
  coming: ['blue', 'Coming'],
  running: ['good', 'Running'],
  closing: ['gold', 'Being closed'],
  closed: ['quiet', 'Ended'],
} as const

export function SeasonBadge({ state }: Pick<Season, 'state'>) {
  const [tone, label] = states[state]
  return <Badge tone={tone}>{label}</Badge>
}

const dayMs = 86_400_000

/** Whole days until a moment, at least 1; `now` in ms. */
export const daysUntil = (iso: string, now: number) => Math.max(1, Math.ceil((Date.parse(iso) - now) / dayMs))

/** `12 days left`, for a running season. */
export const daysLeft = ({ endsAt }: Pick<Season, 'endsAt'>, now: number) =>
  `${counted(daysUntil(endsAt, now), 'day', 'days')} left`

/** From when until when. */
export function SeasonTime({ startsAt, endsAt }: Pick<Season, 'startsAt' | 'endsAt'>) {
  return (
    <>
      <Time iso={startsAt} />
      {' until '}
      <Time iso={endsAt} />
    </>
  )
}
