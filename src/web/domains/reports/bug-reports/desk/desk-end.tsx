import { Button } from '../../../../ui/button.tsx'
import { ErrorView } from '../../../../ui/error-view.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import type { useDeskReports } from './use-desk-reports.ts'

/** What stands below the reports: the way to older ones. */
export function DeskEnd({ list }: Pick<ReturnType<typeof useDeskReports>, 'list'>) {
  const loadMore = () => {
    if (!list.isFetching) void list.fetchNextPage()
  }
  if (list.isFetchNextPageError) {
    return <ErrorView title="Error loading reports. Please try again." onRetry={loadMore} />
  }
  if (!list.hasNextPage) return null
  return (
    <Button
      look="quiet"
      className="justify-self-center"
      aria-disabled={list.isFetching || undefined}
      onClick={loadMore}
    >
      {list.isFetchingNextPage && <Spinner />}
      {list.isFetchingNextPage ? 'Loading more...' : 'Load more'}
    </Button>
  )
}
