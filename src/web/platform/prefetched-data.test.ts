import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fill, type Prefetched, prefetchedData, prefetchedFrom } from './prefetched-data.ts'

const boards = ['boards', { mode: 'boxing' }]

/** As React Router hands it to the browser. */
const sent = (prefetched: Prefetched) => structuredClone(prefetched)

async function onServer() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await client.fetchQuery({ queryKey: boards, queryFn: () => [{ name: 'Ann' }] })
  await client
    .fetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('away')) })
    .catch(() => {})
  void client.prefetchQuery({ queryKey: ['late'], queryFn: () => new Promise(() => {}) })
  return sent(prefetchedFrom(client))
}

test('[fast.10] What a document fetched is in its browser, as if that had fetched it; what failed or was late is asked for there', async () => {
  const prefetched = await onServer()
  expect(Object.keys(prefetched)).toEqual(['queries'])
  expect(typeof prefetched.queries).toBe('string')
  const client = new QueryClient()
  fill(client, prefetched)
  expect(client.getQueryData(boards)).toEqual([{ name: 'Ann' }])
  expect(client.getQueryCache().getAll()).toHaveLength(1)
  expect(client.getQueryState(boards)?.dataUpdatedAt).toBeGreaterThan(Date.now() - 60_000)
  expect(prefetchedData(prefetched, ['boards', { mode: 'boxing' }])).toEqual([{ name: 'Ann' }])
  expect(prefetchedData(prefetched, ['failed'])).toBeUndefined()
})

test('A paged list goes on from what the document fetched, and is refetched from its first page', async () => {
  const asked: unknown[] = []
  const list = {
    queryKey: ['list'],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam }: { pageParam: number | undefined }) => {
      asked.push(pageParam)
      return (pageParam ?? 0) + 1
    },
    getNextPageParam: (last: number) => last,
  }
  const server = new QueryClient()
  await server.fetchInfiniteQuery(list)
  const client = new QueryClient()
  fill(client, sent(prefetchedFrom(server)))
  const observer = new InfiniteQueryObserver(client, { ...list, staleTime: Number.POSITIVE_INFINITY })
  const stop = observer.subscribe(() => {})
  await observer.fetchNextPage()
  await client.invalidateQueries({ queryKey: ['list'] })
  stop()
  expect(asked).toEqual([undefined, 1, undefined, 1])
  expect(client.getQueryData(['list'])).toEqual({ pages: [1, 2], pageParams: [undefined, 1] })
})

test('What the browser has already is newer than its document', async () => {
  const client = new QueryClient()
  client.setQueryData(boards, [{ name: 'Bob' }])
  fill(client, await onServer())
  expect(client.getQueryData(boards)).toEqual([{ name: 'Bob' }])
})
