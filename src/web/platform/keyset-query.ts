import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

interface Keyset<Row> {
  readonly queryKey: QueryKey
  /** Rows of a page; a full page means that there may be more. */
  readonly limit: number
  readonly page: (at: { before: number | undefined; limit: number; signal: AbortSignal }) => Promise<Row[]>
}

/**
 * A list of the staff area, newest first, page by page. It is refetched also when cache or document have it, because
 * changes made before the socket was open are not sent.
 */
export const keysetQuery = <Row extends { readonly id: number }>({ queryKey, limit, page }: Keyset<Row>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => page({ before: pageParam, limit, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Row[]) => (last.length < limit ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })

/** Key of all records of the staff area. After a change, those on screen are refetched. */
export const adminKey = ['admin'] as const
