import { infiniteQueryOptions } from '@tanstack/react-query'
import { reportStatuses, reportsPage } from '../../../../../contract/reports/reports.ts'
import { reportEndpoints } from '../../../../../contract/reports/reports-endpoints.ts'
import type { AdminReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { api } from '../../../../platform/api.ts'

export const adminFilters = ['all', ...reportStatuses] as const
export type AdminFilter = 'all' | ReportStatus

export const adminReportsKey = ['desk', 'reports'] as const

/**
 * The reports of a status, newest first. Never cached: every visit asks again, which is why no document
 * carries them either.
 */
export const adminReportsQuery = (filter: AdminFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminReportsKey, filter] as const,
    queryFn: ({ pageParam, signal }): Promise<AdminReport[]> => {
      const status = filter === 'all' ? undefined : filter
      return api(reportEndpoints.desk, { query: { status, before: pageParam }, signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < reportsPage.default ? undefined : page.at(-1)?.id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
