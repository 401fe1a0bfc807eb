import { endpointsOf } from '../endpoint.ts'
import type { presenceSchemas } from './presence-schemas.ts'

export const presenceEndpoints = endpointsOf<typeof presenceSchemas>({
  list: {
    method: 'GET',
    path: '/api/presence',
    access: 'public',
    viewerIndependent: true,
    summary: 'Who is on the game servers, and in which mode; newest first',
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/players/:id/presence',
    access: 'public',
    viewerIndependent: true,
    summary: 'Whether a player is on a game server, and in which mode',
    status: 200,
  },
})
