import { endpointsOf } from '../endpoint.ts'
import type { removalSchemas } from './removals-schemas.ts'

export const removalEndpoints = endpointsOf<typeof removalSchemas>({
  counts: {
    method: 'GET',
    path: '/api/removals/:kind/:id',
    access: 'member',
    summary: 'What goes along when something is deleted, counted for the question before it',
    status: 200,
  },
})
