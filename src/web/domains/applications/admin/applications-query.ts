import { msg } from '@lingui/core/macro'
import { applicationsPage } from '../../../../contract/applications/applications.ts'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import type {
  ApplicationFilter,
  StaffApplication,
} from '../../../../contract/applications/applications-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { minSearched } from '../../../../contract/text.ts'
import { keysetQuery } from '../../../platform/keyset-query.ts'
import {
  ageFilter,
  assigneeFilter,
  filtersIn,
  narrowing,
  searchFilter,
} from '../../../platform/navigation/address-filters.ts'
import { rowQuery } from '../../../platform/navigation/use-opened-row.ts'

export const applicationFilters = {
  q: searchFilter(msg`A name, address or reason: ${minSearched} characters or more`),
  assignee: { ...assigneeFilter, label: msg`Handled by` },
  days: ageFilter,
} as const

export const applicationsKey = ['staff-applications'] as const

/** The applications of a tab that an address chooses, newest first. */
export function applicationsQuery(call: Transport, status: ApplicationFilter, search: string) {
  const filters = narrowing(applicationFilters, filtersIn(search, applicationFilters))
  return keysetQuery({
    queryKey: [...applicationsKey, status, filters],
    limit: applicationsPage.default,
    page: async ({ before, limit, signal }) => {
      const { applications } = await call(applicationEndpoints.list, {
        query: { status, before, limit, ...filters },
        signal,
      })
      return applications
    },
  })
}

/** One application of any status. */
export const applicationQuery = (call: Transport, key: string) =>
  rowQuery<StaffApplication>(applicationsKey, key, (id, signal) =>
    call(applicationEndpoints.one, { params: { id }, signal }),
  )
