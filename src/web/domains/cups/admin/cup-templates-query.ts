import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { cupTemplateEndpoints } from '../../../../contract/cups/cup-templates-endpoints.ts'
import type { CupTemplate } from '../../../../contract/cups/cup-templates-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { refetchEvents } from '../../events/admin/event-records.ts'

const templatesKey = ['admin', 'cup-templates'] as const

export const cupTemplatesQuery = (call: Transport) =>
  queryOptions({
    queryKey: templatesKey,
    queryFn: ({ signal }): Promise<CupTemplate[]> => call(cupTemplateEndpoints.list, { signal }),
    staleTime: 0,
  })

/** Refetches templates and what they made. */
export const refetchTemplates = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: templatesKey }),
    client.invalidateQueries({ queryKey: ['cups'] }),
    refetchEvents(client),
  ])
