import { applicationsPage } from '../../../../contract/applications/applications.ts'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import type { ApplicationFilter } from '../../../../contract/applications/applications-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { keysetQuery } from '../../../platform/keyset-query.ts'

export const applicationsKey = ['staff-applications'] as const

/** The applications of a tab, newest first. */
export const applicationsQuery = (call: Transport, status: ApplicationFilter) =>
  keysetQuery({
    queryKey: [...applicationsKey, status],
    limit: applicationsPage.default,
    page: async ({ before, limit, signal }) => {
      const { applications } = await call(applicationEndpoints.list, {
        query: { status, before, limit },
        signal,
      })
      return applications
    },
  })
