import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type FollowedBoard, findOpeningPositions } from './queries.ts'

/** Adds to each entry the places gained since the UTC day began, where it is known. */
export async function withMovement(
  executor: Executor,
  board: FollowedBoard,
  entries: readonly LeaderboardEntry[],
): Promise<LeaderboardEntry[]> {
  const opening = await findOpeningPositions(
    executor,
    board,
    entries.map(({ user }) => user.id),
  )
  return entries.map((entry) => {
    const before = opening.get(entry.user.id)
    return before === undefined ? entry : { ...entry, moved: before - entry.position }
  })
}
