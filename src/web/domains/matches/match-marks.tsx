import { Trans, useLingui } from '@lingui/react/macro'
import type { Match } from '../../../contract/players/players-schemas.ts'

const mark = 'inline-block whitespace-nowrap rounded-sm border px-1.5 py-0.5 font-bold text-xs'

/** Says of a match that it does not count, and why. */
export function MatchMarks({ match }: { match: Pick<Match, 'ranked' | 'voided' | 'excluded'> }) {
  const { t } = useLingui()
  return (
    <>
      {match.voided && (
        <span title={t`Does not count`} className={`${mark} border-bad/50 text-bad`}>
          <Trans>Voided</Trans>
        </span>
      )}
      {match.excluded === true && (
        <span title={t`Excluded by staff: does not count`} className={`${mark} border-bad/50 text-bad`}>
          <Trans>Excluded</Trans>
        </span>
      )}
      {!match.ranked && (
        <span title={t`Does not change any stats`} className={`${mark} border-line-strong text-ink-soft`}>
          <Trans>Unranked</Trans>
        </span>
      )}
    </>
  )
}
