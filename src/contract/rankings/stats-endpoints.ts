import { endpointsOf } from '../endpoint.ts'
import type { statsSchemas } from './stats-schemas.ts'

export const statsEndpoints = endpointsOf<typeof statsSchemas>({
  own: {
    method: 'GET',
    path: '/api/player-stats',
    access: 'member',
    summary: "The signed-in member's overall stats; zeros before the first match",
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/stats/:id',
    access: 'public',
    viewerIndependent: true,
    summary: "A member's or player's stats in a game type; zeros before the first match",
    status: 200,
  },
  list: {
    method: 'GET',
    path: '/api/stats/:id/modes',
    access: 'public',
    viewerIndependent: true,
    summary: "A member's or player's stats overall and in every mode with a board, in their order",
    status: 200,
  },
})
