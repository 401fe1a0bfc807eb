import { endpointsOf } from '../endpoint.ts'
import type { setupSchemas } from './setup-schemas.ts'

export const setupEndpoints = endpointsOf<typeof setupSchemas>({
  state: {
    method: 'GET',
    path: '/api/setup',
    access: 'public',
    summary: 'Whether the first Owner can be made; 404 once there was one',
    status: 200,
  },
  makeOwner: {
    method: 'POST',
    path: '/api/setup/owner',
    access: 'public',
    summary: 'Make the first Owner with the link that the start printed, and sign in',
    refuseIdentityKeys: true,
    limit: 'setup',
    status: 201,
  },
})
