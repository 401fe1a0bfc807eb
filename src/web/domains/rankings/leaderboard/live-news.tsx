import type { StatsUpdate } from '../../../../contract/live-schemas.ts'
import { liveMessage } from './live-message.ts'

/** The sentence of the toast; the name it begins with keeps its direction to itself. */
export function liveNews(data: StatsUpdate['data']) {
  const { username } = data.user
  return (
    <p className="wrap-anywhere">
      <bdi>{username}</bdi>
      {liveMessage(data).slice(username.length)}
    </p>
  )
}
