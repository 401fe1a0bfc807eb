import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { api } from '../../platform/api.ts'
import type { Prefetched } from '../../platform/page-context.ts'
import { playerQuery, playerStatsQuery } from './player-queries.ts'

export const nothingBrought: Prefetched = { dehydratedState: { mutations: [], queries: [] } }

/** What a document brought along under this key; undefined when it was late or failed. */
export function dataIn({ dehydratedState }: Prefetched, queryKey: readonly unknown[]): unknown {
  const hash = JSON.stringify(queryKey)
  return dehydratedState.queries.find((query) => JSON.stringify(query.queryKey) === hash)?.state.data
}

/** Null: nobody has this id. */
export const playerIn = (brought: Prefetched, id: number) =>
  dataIn(brought, playerQuery(api, id).queryKey) as PublicUser | null | undefined

export const statsIn = (brought: Prefetched, id: number) =>
  dataIn(brought, playerStatsQuery(api, id, 'overall').queryKey) as Stats | undefined
