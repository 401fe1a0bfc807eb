import { adminEndpoints } from '../../../../contract/admin/admin-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'

export const shows = ['unread', 'all', 'flagged'] as const
export type Show = (typeof shows)[number]

export const messagesKey = [...adminKey, 'messages'] as const

export const messagesQuery = (call: Transport, show: Show) =>
  keysetQuery({
    queryKey: [...messagesKey, show],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(adminEndpoints.messages, { query: { before, limit, show }, signal }),
  })
