import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { keyEndpoints } from '../../../../contract/doors/keys-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

const keysKey = ['api-keys'] as const
const staffKeysKey = [...adminKey, 'api-keys'] as const

/** The viewer's own keys. */
export const keysQuery = (call: Transport) =>
  queryOptions({
    queryKey: keysKey,
    queryFn: ({ signal }) => call(keyEndpoints.list, { signal }),
    staleTime: 0,
  })

/** Keys of all staff, for those who manage the site. */
export const staffKeysQuery = (call: Transport) =>
  queryOptions({
    queryKey: staffKeysKey,
    queryFn: ({ signal }) => call(keyEndpoints.ofStaff, { signal }),
    staleTime: 0,
  })

export const refetchKeys = (client: QueryClient) =>
  Promise.all([keysKey, staffKeysKey].map((queryKey) => client.invalidateQueries({ queryKey })))
