import type { Transport } from '../../../contract/endpoint.ts'
import { moderationEndpoints } from '../../../contract/moderation.ts'
import { deskKey, keysetQuery } from '../../platform/keyset-query.ts'

export const caseStatuses = ['open', 'decided'] as const
export type CaseStatus = (typeof caseStatuses)[number]

export const casesKey = [...deskKey, 'moderation'] as const

export const casesQuery = (call: Transport, status: CaseStatus) =>
  keysetQuery({
    queryKey: [...casesKey, status],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(moderationEndpoints.list, { query: { before, limit, status }, signal }),
  })
