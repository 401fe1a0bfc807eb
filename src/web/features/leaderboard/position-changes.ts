import type { LeaderboardEntry } from '../../../contract/leaderboard.ts'

/** Places won (above 0) or lost (below 0); `entered` has risen from nobody knows where. */
export type PositionChange = number | 'entered'

/** By player id; who stayed is not in it. */
export type PositionChanges = ReadonlyMap<number, PositionChange>

export const noChanges: PositionChanges = new Map()

type Entries = readonly LeaderboardEntry[]

/**
 * What became of the players between two answers to the same question. Who was not in the first has come from below
 * if these are the `top` of the board; elsewhere nobody knows.
 */
export function positionChanges(before: Entries, now: Entries, top: boolean): PositionChanges {
  const was = new Map(before.map(({ user, position }) => [user.id, position]))
  const changes = new Map<number, PositionChange>()
  for (const { user, position } of now) {
    const places = (was.get(user.id) ?? position) - position
    if (places !== 0) changes.set(user.id, places)
    else if (top && !was.has(user.id)) changes.set(user.id, 'entered')
  }
  return changes
}
