import { infiniteQueryOptions } from '@tanstack/react-query'
import { reportStatuses, reportsPage } from '../../../../../contract/reports/reports.ts'
import { reportEndpoints } from '../../../../../contract/reports/reports-endpoints.ts'
import type { DeskReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { api } from '../../../../platform/api.ts'

export const deskFilters = ['all', ...reportStatuses] as const
export type DeskFilter = 'all' | ReportStatus

export const deskReportsKey = ['desk', 'reports'] as const

/**
 * The reports of a status, newest first. Never cached: every visit asks again (spec 7), which is why no document
 * carries them either.
 */
export const deskReportsQuery = (filter: DeskFilter) =>
  infiniteQueryOptions({
    queryKey: [...deskReportsKey, filter] as const,
    queryFn: ({ pageParam, signal }): Promise<DeskReport[]> => {
      const status = filter === 'all' ? undefined : filter
      return api(reportEndpoints.desk, { query: { status, before: pageParam }, signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < reportsPage.usual ? undefined : page.at(-1)?.id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
