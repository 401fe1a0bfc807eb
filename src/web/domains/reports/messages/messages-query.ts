import { deskEndpoints } from '../../../../contract/admin/desk-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { deskKey, keysetQuery } from '../../../platform/keyset-query.ts'

export const shows = ['unread', 'all', 'flagged'] as const
export type Show = (typeof shows)[number]

export const messagesKey = [...deskKey, 'messages'] as const

export const messagesQuery = (call: Transport, show: Show) =>
  keysetQuery({
    queryKey: [...messagesKey, show],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(deskEndpoints.messages, { query: { before, limit, show }, signal }),
  })
