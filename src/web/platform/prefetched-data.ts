import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

type PrefetchedQuery = readonly [queryKey: QueryKey, data: unknown]

/** What a loader fetched for its document. */
export interface Prefetched {
  /** JSON of `PrefetchedQuery[]`. React Router sends a text as it is, and anything else value by value. */
  readonly queries: string
}

export const noPrefetchedData: Prefetched = { queries: '[]' }

const parsed = new WeakMap<Prefetched, readonly PrefetchedQuery[]>()

/** All that a client has fetched; what is late or failed is not in it. */
export function prefetchedFrom(client: QueryClient): Prefetched {
  const queries = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
  const prefetched = { queries: JSON.stringify(queries) }
  parsed.set(prefetched, queries)
  return prefetched
}

export function queriesOf(prefetched: Prefetched): readonly PrefetchedQuery[] {
  const known = parsed.get(prefetched)
  if (known !== undefined) return known
  const sent: readonly PrefetchedQuery[] = JSON.parse(prefetched.queries)
  const queries = sent.map(([queryKey, data]) => [queryKey, withFirstPage(data)] as const)
  parsed.set(prefetched, queries)
  return queries
}

/** JSON has null for undefined, which as the first parameter of a paged list stands for the query's own. */
const withFirstPage = (data: unknown) =>
  typeof data === 'object' && data !== null && 'pageParams' in data && Array.isArray(data.pageParams)
    ? { ...data, pageParams: data.pageParams.map((param: unknown) => param ?? undefined) }
    : data

/** Returns what the server loaded for a query key, or undefined when that was late or failed. */
export function prefetchedData(prefetched: Prefetched, queryKey: QueryKey): unknown {
  const hash = hashKey(queryKey)
  return queriesOf(prefetched).find(([key]) => hashKey(key) === hash)?.[1]
}

export const isPrefetched = (loaderData: unknown): loaderData is Prefetched =>
  typeof loaderData === 'object' && loaderData !== null && 'queries' in loaderData

/** As if the client had fetched it just now. What it has already is newer, and stays. */
export function fill(client: QueryClient, prefetched: Prefetched): void {
  for (const [queryKey, data] of queriesOf(prefetched))
    if (client.getQueryState(queryKey) === undefined) client.setQueryData(queryKey, data)
}
