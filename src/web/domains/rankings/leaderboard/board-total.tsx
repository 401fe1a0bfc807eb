import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { leaderboardPlaceholderTotal } from '../../../../contract/rankings/leaderboard.ts'

/** The server counts no further in a search. */
const maxCounted = 1_000

export interface BoardTotalProps {
  readonly search: string
  /** Ranked players; undefined while unknown. */
  readonly players: number | undefined
  /** Rows of the search; undefined while it is under way, null when it failed. */
  readonly matches: number | null | undefined
}

export function BoardTotal({ search, players, matches }: BoardTotalProps) {
  const searching = search !== '' && matches !== null
  return (
    <p className="text-ink-soft text-sm tabular-nums">
      {searching ? <Found count={matches} /> : <Players count={players ?? leaderboardPlaceholderTotal} />}
      {searching && players !== undefined && (
        <>
          {' · '}
          <Players count={players} />
        </>
      )}
    </p>
  )
}

const Players = ({ count }: { count: number }) => <Plural value={count} one="# player" other="# players" />

function Found({ count }: { count: number | undefined }) {
  const { i18n } = useLingui()
  if (count === undefined) return <Trans>Searching...</Trans>
  if (count >= maxCounted) return <Trans>{{ count: i18n.number(maxCounted) }} or more found</Trans>
  return <Plural value={count} one="# found" other="# found" />
}
