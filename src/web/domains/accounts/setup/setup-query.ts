import { queryOptions } from '@tanstack/react-query'
import { setupEndpoints } from '../../../../contract/accounts/setup-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { unknownIsNull } from '../../../platform/api-error.ts'

/** Whether the first Owner can be made; null once there was one. */
export const setupQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(setupEndpoints.state, { signal }).catch(unknownIsNull),
    staleTime: 0,
  })
