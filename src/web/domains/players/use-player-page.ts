import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { usePlayer, usePlayerStats } from './player-hooks.ts'
import {
  incompleteStats,
  incompleteUser,
  isWholeStats,
  isWholeUser,
  type Problem,
  statsFailed,
  unknownPlayer,
  userFailed,
} from './problem.ts'

/** Everything that every layout of a player page starts from. */
export interface KnownPlayer {
  readonly player: PublicUser
  readonly stats: Stats
}

export interface PlayerPage {
  readonly known: KnownPlayer | null
  /** Neither this nor `known`: still loading. */
  readonly problem: Problem | null
  retry(): void
}

export function usePlayerPage(id: number): PlayerPage {
  const user = usePlayer(id)
  // Both at once; only a document may have said already that there is nobody.
  const stats = usePlayerStats(id, user.data !== null)
  const problem = problemOf(user, stats)
  return {
    known: problem === null && user.data && stats.data ? { player: user.data, stats: stats.data } : null,
    problem,
    retry() {
      void user.refetch()
      void stats.refetch()
    },
  }
}

type UserRead = Pick<ReturnType<typeof usePlayer>, 'data' | 'error' | 'isFetching'>
type StatsRead = Pick<ReturnType<typeof usePlayerStats>, 'data' | 'error' | 'isFetching'>

/**
 * What is wrong with the user comes first: without a user the stats do not matter. Nothing is wrong yet
 * while another try waits for its response.
 */
function problemOf(user: UserRead, stats: StatsRead): Problem | null {
  if (user.data === undefined) return user.error && !user.isFetching ? userFailed(user.error) : null
  if (user.data === null) return unknownPlayer
  if (!isWholeUser(user.data)) return user.isFetching ? null : incompleteUser
  if (stats.data === undefined) return stats.error && !stats.isFetching ? statsFailed(stats.error) : null
  return isWholeStats(stats.data) || stats.isFetching ? null : incompleteStats
}
