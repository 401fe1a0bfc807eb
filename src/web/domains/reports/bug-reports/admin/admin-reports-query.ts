import { msg } from '@lingui/core/macro'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { reportSeverityLabels } from '../../../../../contract/labels.ts'
import { reportStatuses, reportsPage } from '../../../../../contract/reports/reports.ts'
import { reportEndpoints } from '../../../../../contract/reports/reports-endpoints.ts'
import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { minSearched } from '../../../../../contract/text.ts'
import { api } from '../../../../platform/api.ts'
import { choiceIn } from '../../../../platform/navigation/address-choice.ts'
import {
  ageFilter,
  assigneeFilter,
  filtersIn,
  narrowing,
  searchFilter,
} from '../../../../platform/navigation/address-filters.ts'
import { rowQuery } from '../../../../platform/navigation/use-opened-row.ts'

export const adminStatuses = ['all', ...reportStatuses] as const
export type AdminStatus = (typeof adminStatuses)[number]

export const reportFilters = {
  q: searchFilter(msg`A title, reporter or text: ${minSearched} characters or more`),
  assignee: { ...assigneeFilter, label: msg`Handled by` },
  severity: { label: msg`Severity`, options: { all: msg`Any`, ...reportSeverityLabels } },
  days: ageFilter,
} as const

export const adminReportsKey = ['admin', 'reports'] as const
/** Of the lists alone. */
export const reportListsKey = [...adminReportsKey, 'list'] as const

/** One bug report of any status. */
export const adminReportQuery = (key: string) =>
  rowQuery<AdminReport>(adminReportsKey, key, (id, signal) =>
    api(reportEndpoints.one, { params: { id }, signal }),
  )

/**
 * The reports that an address chooses, newest first. Never cached: every visit asks again, which is why no document
 * carries them either.
 */
export function adminReportsQuery(search: string) {
  const chosen = choiceIn(search, 'status', adminStatuses)
  const status = chosen === 'all' ? undefined : chosen
  const filters = narrowing(reportFilters, filtersIn(search, reportFilters))
  return infiniteQueryOptions({
    queryKey: [...reportListsKey, chosen, filters] as const,
    queryFn: ({ pageParam, signal }): Promise<AdminReport[]> =>
      api(reportEndpoints.list, { query: { status, before: pageParam, ...filters }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < reportsPage.default ? undefined : page.at(-1)?.id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
