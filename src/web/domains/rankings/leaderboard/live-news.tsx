import type { StatsUpdate } from '../../../../contract/live-schemas.ts'

/** The sentence of the toast. `bdi` keeps a name that is written from right to left from reordering it. */
export function liveNews(data: StatsUpdate['data']) {
  const { username } = data.user
  return (
    <p className="wrap-anywhere">
      <bdi>{username}</bdi>
      {liveMessage(data).slice(username.length)}
    </p>
  )
}

type Result = NonNullable<StatsUpdate['data']['lastResult']>

/** What a message without a result most likely reports (docs/spec/rulings.md, WebSocket). */
function guess({ winStreak, losses }: StatsUpdate['data']['stats']): Result | undefined {
  if (winStreak > 0) return 'win'
  return losses > 0 ? 'loss' : undefined
}

/** What the toast says of a player's new figures. */
export function liveMessage({ user, stats, lastResult }: StatsUpdate['data']): string {
  const name = user.username
  switch (lastResult ?? guess(stats)) {
    case 'win':
      return `${name} won a game! Win streak: ${stats.winStreak}`
    case 'loss':
      return `${name} lost a game. Win streak reset.`
    default:
      return `${name}'s stats updated`
  }
}
