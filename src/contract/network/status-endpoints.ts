import { endpointsOf } from '../endpoint.ts'
import type { statusSchemas } from './status-schemas.ts'

export const statusEndpoints = endpointsOf<typeof statusSchemas>({
  show: {
    method: 'GET',
    path: '/api/minecraft/status',
    access: 'public',
    viewerIndependent: true,
    summary: 'Is the game server online, and with how many players',
    status: 200,
  },
})
