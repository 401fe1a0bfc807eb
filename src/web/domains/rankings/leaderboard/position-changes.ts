import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'

/** Places won (above 0) or lost (below 0); 0: only the figures changed; `entered` has risen from nobody knows where. */
export type PositionChange = number | 'entered'

/** By player id; a row that says the same as before is not in it. */
export type PositionChanges = ReadonlyMap<number, PositionChange>

export const noChanges: PositionChanges = new Map()

type Entries = readonly LeaderboardEntry[]

/**
 * What became of the players between two responses to the same request. Who was not in the first has come from below
 * if these are the `top` of the board; elsewhere nobody knows.
 */
export function positionChanges(before: Entries, now: Entries, top: boolean): PositionChanges {
  const was = new Map(before.map((entry) => [entry.user.id, entry]))
  const changes = new Map<number, PositionChange>()
  for (const { user, position, stats } of now) {
    const old = was.get(user.id)
    const places = (old?.position ?? position) - position
    if (places !== 0) changes.set(user.id, places)
    else if (old === undefined) {
      if (top) changes.set(user.id, 'entered')
    } else if (JSON.stringify(old.stats) !== JSON.stringify(stats)) changes.set(user.id, 0)
  }
  return changes
}
