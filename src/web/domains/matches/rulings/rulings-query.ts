import type { Transport } from '../../../../contract/endpoint.ts'
import { rulingEndpoints } from '../../../../contract/matches/rulings-endpoints.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'

export const rulingsKey = [...adminKey, 'rulings'] as const

export const rulingsQuery = (call: Transport) =>
  keysetQuery({
    queryKey: rulingsKey,
    limit: 50,
    page: ({ before, limit, signal }) => call(rulingEndpoints.list, { query: { before, limit }, signal }),
  })
