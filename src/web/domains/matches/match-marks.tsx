import type { Match } from '../../../contract/players/players-schemas.ts'

const mark = 'inline-block whitespace-nowrap rounded-sm border px-1.5 py-0.5 font-bold text-xs'

/** Says of a match that it does not count, and why. */
export function MatchMarks({ match }: { match: Pick<Match, 'ranked' | 'voided'> }) {
  return (
    <>
      {match.voided && (
        <span title="Counts nowhere" className={`${mark} border-bad/50 text-bad`}>
          Voided
        </span>
      )}
      {!match.ranked && (
        <span title="Changes no figure" className={`${mark} border-line-strong text-ink-soft`}>
          Unranked
        </span>
      )}
    </>
  )
}
