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
  history: {
    method: 'GET',
    path: '/api/status/history',
    access: 'public',
    viewerIndependent: true,
    summary:
      'Players of the last 24 hours, their peak in 30 days, and how often the game server answered in 90 days',
    status: 200,
  },
})
