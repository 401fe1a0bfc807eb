import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { DeskReport } from '../../../../../contract/reports/reports-schemas.ts'
import { deskReportsKey } from './desk-query.ts'

type Pages = InfiniteData<DeskReport[], number | undefined>

const shown = { queryKey: deskReportsKey }

/** Asks for what is shown again; resolves when it is there, or has failed. */
export const refetchReports = (client: QueryClient) => client.invalidateQueries(shown)

/** Shows what `change` makes of each report, null leaving it out; returns how to show what was there before. */
export async function showAtOnce(
  client: QueryClient,
  change: (report: DeskReport) => DeskReport | null,
): Promise<() => void> {
  // An answer that is on its way knows nothing of the change and would undo it on the screen.
  await client.cancelQueries(shown)
  const before = client.getQueriesData<Pages>(shown)
  client.setQueriesData<Pages>(
    shown,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => page.flatMap((report) => change(report) ?? [])),
      },
  )
  return () => {
    // Not into a list that was left meanwhile: it would come back to stay.
    for (const [key, data] of before) if (client.getQueryState(key)) client.setQueryData(key, data)
  }
}
