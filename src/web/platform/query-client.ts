import { notifyManager, QueryClient } from '@tanstack/react-query'

export const isServer = () => typeof document === 'undefined'

/**
 * Reads do not expire, are not refetched on focus and not retried; single queries may say otherwise. While the site cannot
 * be reached they wait.
 */
export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        // On the server a client ends with its document: a timer would keep its data in memory for half an hour.
        gcTime: isServer() ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

let browsers: QueryClient | undefined

/** One per page load in the browser, one per render on the server, where visitors must not share data. */
export function queryClientForHere(): QueryClient {
  if (isServer()) return makeQueryClient()
  // Not by a timer, as by default: the second of two clicks can come first, and would find a form that is not busy yet.
  if (browsers === undefined) notifyManager.setScheduler(queueMicrotask)
  browsers ??= makeQueryClient()
  return browsers
}
