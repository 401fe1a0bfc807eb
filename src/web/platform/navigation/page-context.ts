import type { FetchQueryOptions, InfiniteData, QueryClient } from '@tanstack/react-query'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { PageRequest } from '../../../contract/content/site.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { type Prefetched, prefetchedFrom } from '../prefetched-data.ts'
import { makeQueryClient } from '../query-client.ts'

/** The document request that is being rendered; set by the server for each. */
export const pageContext = createContext<PageRequest>()

// biome-ignore lint/suspicious/noExplicitAny: query options of every shape; each is typed where it is made.
export type AnyQuery = FetchQueryOptions<any, any, any, any> | InfinitePrefetch
interface InfinitePrefetch {
  readonly queryKey: readonly unknown[]
  readonly initialPageParam: unknown
}

/** How long a document waits for its data (docs/spec/rulings.md, Server rendering). */
const prefetchMs = 300

/** The same for a widget, whose browser asks for nothing: less than rendering may take. */
const widgetMs = 4_000

const isRefusal = (error: unknown) =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500

/**
 * The data of a page, asked for in process before its HTML is rendered. What is late or fails is left out: the
 * browser then asks for it and shows the page's own loading and error states.
 * @throws 503 for a widget of which something is late or fails
 */
export async function prefetched(
  context: Readonly<RouterContextProvider>,
  queries: (call: Transport) => readonly AnyQuery[],
  /** Queries that depend on what the first ones returned. */
  dependent: (call: Transport, client: QueryClient) => readonly AnyQuery[] = () => [],
): Promise<Prefetched> {
  const { call, reportError, isWidget = false } = context.get(pageContext)
  let isWhole = true
  const fail = (error: unknown) => {
    // What the API refuses is not there, which the page says.
    if (!isRefusal(error)) isWhole = false
    reportError(error)
  }
  const client = makeQueryClient()
  const fetchAll = (wanted: readonly AnyQuery[]) =>
    Promise.all(
      wanted.map((query) =>
        ('initialPageParam' in query
          ? client.fetchInfiniteQuery<unknown, Error, InfiniteData<unknown>>(query as never)
          : client.fetchQuery(query)
        ).catch(fail),
      ),
    )
  const all = fetchAll(queries(call)).then(() => fetchAll(dependent(call, client)))
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, isWidget ? widgetMs : prefetchMs)
  })
  const isLate = await Promise.race([all.then(() => false), late.then(() => true)])
  clearTimeout(timer)
  if (isWidget && (isLate || !isWhole)) throw data(null, { status: 503 })
  return prefetchedFrom(client)
}

/** The `loader` of a page that prefetches the same for everyone. */
export const pageLoader =
  (queries: (call: Transport) => readonly AnyQuery[]) =>
  ({ context }: { readonly context: Readonly<RouterContextProvider> }) =>
    prefetched(context, queries)

/** The client loader of every page with data: navigation inside the site waits for nothing. */
export const skipClientLoader = async () => null
