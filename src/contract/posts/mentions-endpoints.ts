import { endpointsOf } from '../endpoint.ts'
import type { mentionSchemas } from './mentions-schemas.ts'

export const mentionEndpoints = endpointsOf<typeof mentionSchemas>({
  suggest: {
    method: 'GET',
    path: '/api/mentions',
    access: 'member',
    summary:
      'Members and players whose name begins with a text, as a mention of it would mean them, at most 8',
    limit: 'mentions',
    status: 200,
  },
})
