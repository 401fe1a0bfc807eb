import { queryOptions } from '@tanstack/react-query'
import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { numbersPeriods } from '../../contract/admin/numbers.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { adminKey } from '../platform/keyset-query.ts'

export type NumbersPeriod = (typeof numbersPeriods)[number]

export const numbersQuery = (call: Transport, days: NumbersPeriod) =>
  queryOptions({
    queryKey: [...adminKey, 'numbers', days],
    queryFn: ({ signal }) => call(adminEndpoints.numbers, { query: { days }, signal }),
    staleTime: 0,
  })
