import { Trans } from '@lingui/react/macro'
import type { StatsUpdate } from '../../../../contract/live-schemas.ts'

type Result = NonNullable<StatsUpdate['data']['lastResult']>

/** What a message without a result most likely reports (docs/spec/rulings.md, WebSocket). */
function guess({ winStreak, losses }: StatsUpdate['data']['stats']): Result | undefined {
  if (winStreak > 0) return 'win'
  return losses > 0 ? 'loss' : undefined
}

/** What the toast says of a player's new figures. `bdi` keeps a name that is written from right to left from reordering it. */
export const liveNews = (data: StatsUpdate['data']) => (
  <p className="wrap-anywhere">
    <LiveNews {...data} />
  </p>
)

function LiveNews({ user: { username }, stats, lastResult }: StatsUpdate['data']) {
  const { winStreak } = stats
  switch (lastResult ?? guess(stats)) {
    case 'win':
      return (
        <Trans>
          <bdi>{username}</bdi> won a game! Win streak: {winStreak}
        </Trans>
      )
    case 'loss':
      return (
        <Trans>
          <bdi>{username}</bdi> lost a game. Win streak reset.
        </Trans>
      )
    default:
      return (
        <Trans>
          <bdi>{username}</bdi>'s stats updated
        </Trans>
      )
  }
}
