import { endpointsOf } from '../endpoint.ts'
import type { communitySchemas } from './community-schemas.ts'

export const communityEndpoints = endpointsOf<typeof communitySchemas>({
  figures: {
    method: 'GET',
    path: '/api/community',
    access: 'public',
    viewerIndependent: true,
    summary: 'Members online, number of posts and active threads',
    status: 200,
  },
})
