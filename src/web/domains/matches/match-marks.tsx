import type { Match } from '../../../contract/players/players-schemas.ts'

const mark = 'inline-block whitespace-nowrap rounded-sm border px-1.5 py-0.5 font-bold text-xs'

/** Says of a match that it does not count, and why. */
export function MatchMarks({ match }: { match: Pick<Match, 'ranked' | 'voided' | 'excluded'> }) {
  return (
    <>
      {match.voided && (
        <span title="Does not count" className={`${mark} border-bad/50 text-bad`}>
          Voided
        </span>
      )}
      {match.excluded === true && (
        <span title="Excluded by staff: does not count" className={`${mark} border-bad/50 text-bad`}>
          Excluded
        </span>
      )}
      {!match.ranked && (
        <span title="Does not change any stats" className={`${mark} border-line-strong text-ink-soft`}>
          Unranked
        </span>
      )}
    </>
  )
}
