import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRefetchViewerOnAuthError } from '../../platform/use-refetch-viewer.ts'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Spinner } from '../spinner.tsx'
import { useRestoredFocus } from '../use-restored-focus.ts'
import { ErrorView } from './error-view.tsx'
import { Skeleton } from './skeleton.tsx'

/** The parts of a paged query that a list needs. */
interface Paged<Row> {
  readonly data: { readonly pages: readonly (readonly Row[])[] } | undefined
  readonly error: unknown
  readonly isError: boolean
  readonly isFetchNextPageError: boolean
  readonly isPlaceholderData: boolean
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchingNextPage: boolean
  refetch(): unknown
  fetchNextPage(): unknown
}

export interface ListStatesProps<Row> {
  readonly query: Paged<Row>
  /** Shown instead of the rows of the query. */
  readonly rows?: readonly Row[] | undefined
  /** Text for screen readers while it loads. */
  readonly loading: string
  readonly failed: string
  /** Shown for an empty list. */
  readonly empty: ReactNode
  /** About the height of a row, to avoid layout shift. */
  readonly skeleton?: string
  readonly children: (rows: readonly Row[]) => ReactNode
}

/**
 * A paged list in each of its states: loading, failed (with Retry), empty, and its rows with a way to more. A row that
 * leaves hands the focus on (`useKeptFocus`).
 */
export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { t } = useLingui()
  const { query, loading, failed, empty, skeleton = 'h-16', children } = props
  const list = useRestoredFocus<HTMLDivElement>()
  useRefetchViewerOnAuthError(query.error)
  const rows = props.rows ?? query.data?.pages.flat()

  function retry(ask: () => unknown) {
    // A retry removes the alert, and with it the button that has the focus.
    list.ref.current?.focus({ preventScroll: true })
    ask()
  }
  const failure = (ask: () => unknown) =>
    query.isError && <ErrorView title={failed} onRetry={() => retry(ask)} />

  return (
    <div {...list} className="grid gap-4 outline-offset-4">
      {!query.isFetchNextPageError && failure(() => query.refetch())}
      {rows === undefined && !query.isError && (
        <div className="grid gap-3">
          <p role="status" className="sr-only">
            {loading}
          </p>
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className={skeleton} />
          ))}
        </div>
      )}
      {rows !== undefined && (
        // Rows of the previous search are dimmed until the new response is there.
        <div
          aria-busy={query.isPlaceholderData || undefined}
          className={classes('grid gap-4 transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          {rows.length === 0 ? empty : children(rows)}
        </div>
      )}
      {query.isFetchNextPageError && failure(() => query.fetchNextPage())}
      {query.hasNextPage && !query.isError && (
        <Button
          look="quiet"
          className="justify-self-center"
          aria-disabled={query.isFetching || undefined}
          onClick={() => !query.isFetching && void query.fetchNextPage()}
        >
          {query.isFetchingNextPage && <Spinner />}
          {query.isFetchingNextPage ? t`Loading more...` : t`Load more`}
        </Button>
      )}
    </div>
  )
}
