import type { Prefetched } from './navigation/page-context.ts'

export const noPrefetchedData: Prefetched = { dehydratedState: { mutations: [], queries: [] } }

/** Returns what the server loaded for a query key, or undefined when that was late or failed. */
export function prefetchedData({ dehydratedState }: Prefetched, queryKey: readonly unknown[]): unknown {
  const hash = JSON.stringify(queryKey)
  return dehydratedState.queries.find((query) => JSON.stringify(query.queryKey) === hash)?.state.data
}
