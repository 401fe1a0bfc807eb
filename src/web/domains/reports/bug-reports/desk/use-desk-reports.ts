import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isStaff } from '../../../../../contract/accounts/ranks.ts'
import { useDeskNews } from '../../../../platform/use-desk-news.ts'
import { viewerQuery } from '../../../../platform/viewer.ts'
import { type DeskFilter, deskReportsKey, deskReportsQuery } from './desk-query.ts'

/** The reports of a status, kept current by the news of the desk. */
export function useDeskReports(filter: DeskFilter) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    ...deskReportsQuery(filter),
    // Signing out asks again for everything on screen, a moment before this page has left it.
    enabled: () => isStaff(client.getQueryData(viewerQuery.queryKey) ?? null),
  })
  useDeskNews('reports', deskReportsKey)
  const reports = useMemo(() => list.data?.pages.flat() ?? [], [list.data])
  return { list, reports }
}
