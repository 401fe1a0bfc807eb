import { useLingui } from '@lingui/react/macro'
import type { MatchResult } from '../../../contract/players/players-schemas.ts'
import { classes } from '../../ui/classes.ts'

// Up, down and between, so that the colour is not needed.
const bars: Record<MatchResult, string> = {
  win: 'self-start bg-good',
  loss: 'self-end bg-bad',
  draw: 'self-center bg-ink-faint',
}

/** The last results as bars, the newest at the right: wins are up, losses down. */
export function ResultStrip({ results }: { results: readonly MatchResult[] }) {
  const { t } = useLingui()
  if (results.length === 0) return null
  const won = results.filter((result) => result === 'win').length
  return (
    <span
      role="img"
      aria-label={t`Won ${won} of the last ${{ count: results.length }}`}
      className="flex h-4 w-fit gap-0.5"
    >
      {results.toReversed().map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results have no other name than their order.
        <span key={index} className={classes('h-2 w-1.5', bars[result])} />
      ))}
    </span>
  )
}
