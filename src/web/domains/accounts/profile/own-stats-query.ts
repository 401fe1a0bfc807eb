import { queryOptions } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../../contract/players/players-endpoints.ts'
import { statsEndpoints } from '../../../../contract/rankings/stats-endpoints.ts'
import type { Stats } from '../../../../contract/rankings/stats-schemas.ts'

/** Complete from the member's own endpoint; partial from the search. */
export type OwnStats = Partial<Stats>

/** The member's own stats, else those of the first player found by their name. */
export const ownStatsQuery = (call: Transport, { id, username }: Pick<OwnUser, 'id' | 'username'>) =>
  queryOptions({
    queryKey: ['player-stats', id],
    queryFn: async ({ signal }): Promise<OwnStats> => {
      try {
        return await call(statsEndpoints.own, { signal })
      } catch (error) {
        if (signal.aborted) throw error
        const query = { username, gameType: 'overall' } as const
        const [first] = await call(playerEndpoints.search, { query, signal })
        if (first === undefined) throw error
        return first.stats
      }
    },
  })
