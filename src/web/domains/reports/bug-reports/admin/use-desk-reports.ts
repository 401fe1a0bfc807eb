import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isStaff } from '../../../../../contract/accounts/ranks.ts'
import { useStaffFeed } from '../../../../platform/use-desk-news.ts'
import { viewerQuery } from '../../../../platform/viewer.ts'
import { type AdminFilter, adminReportsKey, adminReportsQuery } from './desk-query.ts'

/** The reports of a status, kept current by the news of the desk. */
export function useAdminReports(filter: AdminFilter) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    ...adminReportsQuery(filter),
    // Signing out asks again for everything on screen, a moment before this page has left it.
    enabled: () => isStaff(client.getQueryData(viewerQuery.queryKey) ?? null),
  })
  useStaffFeed('reports', adminReportsKey)
  const reports = useMemo(() => list.data?.pages.flat() ?? [], [list.data])
  return { list, reports }
}
