import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { findRank } from '../../contract/accounts/ranks.ts'
import { userEndpoints } from '../../contract/accounts/users-endpoints.ts'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { api } from './api.ts'
import { isStatus } from './api-error.ts'
import { setEndedSession } from './ended-session.ts'
import { adoptVisitorDrafts } from './forms/stored-drafts.ts'
import { live } from './live/live-socket.ts'
import { assignLocation } from './navigation/assign-location.ts'
import { isServer, queryClientForHere } from './query-client.ts'

const freshMs = 5 * 60_000

/** The signed-in member or null; a 401 means nobody, and is no error. */
export const viewerQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }): Promise<OwnUser | null> =>
    api(userEndpoints.current, { signal }).catch((error: unknown) => {
      if (isStatus(error, 401)) return null
      throw error
    }),
  staleTime: freshMs,
})

const useWatchedViewer = (): OwnUser | null => useQuery(viewerQuery).data ?? null

export const viewerHash = hashKey(viewerQuery.queryKey)

const useGivenViewer = (): OwnUser | null =>
  useQueryClient().getQueryCache().get<OwnUser | null>(viewerHash)?.state.data ?? null

/** The server renders a page once, so that it needs no subscription to the viewer, which each post of a feed would add. */
export const useViewer = isServer() ? useGivenViewer : useWatchedViewer

/** Returns the viewer from the cache, for guards, without a request. */
export const knownViewer = (): OwnUser | null =>
  queryClientForHere().getQueryData(viewerQuery.queryKey) ?? null

/**
 * Changes the viewer: removes all cached responses of the former one, refetches queries on screen, and reopens the socket
 * (docs/spec/rulings.md, Pages).
 */
export async function changeViewer(client: QueryClient, viewer: OwnUser | null): Promise<void> {
  setEndedSession(null)
  if (viewer !== null) adoptVisitorDrafts(viewer.id)
  // A rank that is not shown comes with the documents of those who may know it.
  if (viewer !== null && findRank(viewer.rank) === undefined) return assignLocation(window.location.href)
  await showTo(client, viewer)
}

/** The server no longer knows the viewer's session. Does nothing the second time: many calls may learn it at once. */
export async function endSession(client: QueryClient): Promise<void> {
  const viewer = client.getQueryData(viewerQuery.queryKey) ?? null
  if (viewer === null) return
  setEndedSession(viewer.id)
  await showTo(client, null)
}

async function showTo(client: QueryClient, viewer: OwnUser | null): Promise<void> {
  // At once, so that other calls that fail find nobody; once more below, because cancelling restores earlier data.
  client.setQueryData(viewerQuery.queryKey, viewer)
  await client.cancelQueries()
  client.setQueryData(viewerQuery.queryKey, viewer)
  // React renders in a later turn. Until then components for members would refetch their queries without a session.
  await new Promise((resolve) => setTimeout(resolve))
  const isOthers = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'user' }
  client.removeQueries({ ...isOthers, type: 'inactive' })
  live.reopen()
  await client.resetQueries(isOthers)
}
