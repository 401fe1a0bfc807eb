import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Time } from '../../../ui/time.tsx'

const states = {
  coming: ['blue', msg`Coming`],
  running: ['good', msg`Running`],
  closing: ['gold', msg`Being closed`],
  closed: ['quiet', msg`Ended`],
} as const

export function SeasonBadge({ state }: Pick<Season, 'state'>) {
  const { t } = useLingui()
  const [tone, label] = states[state]
  return <Badge tone={tone}>{t(label)}</Badge>
}

const dayMs = 86_400_000

/** Whole days until a moment, at least 1; `now` in ms. */
export const daysUntil = (iso: string, now: number) => Math.max(1, Math.ceil((Date.parse(iso) - now) / dayMs))

/** `12 days left`, for a running season. */
export function DaysLeft({ endsAt, now }: Pick<Season, 'endsAt'> & { now: number }) {
  const days = daysUntil(endsAt, now)
  return <Plural value={days} one="# day left" other="# days left" />
}

/** From when until when. */
export function SeasonTime({ startsAt, endsAt }: Pick<Season, 'startsAt' | 'endsAt'>) {
  return (
    <Trans>
      <Time iso={startsAt} /> until <Time iso={endsAt} />
    </Trans>
  )
}
