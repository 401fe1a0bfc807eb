import { endpointsOf } from '../endpoint.ts'
import type { leaderboardSchemas } from './leaderboard-schemas.ts'

/** `around` returns no entries for a known player who never played that board. */
export const leaderboardEndpoints = endpointsOf<typeof leaderboardSchemas>({
  page: {
    method: 'GET',
    path: '/api/leaderboard',
    access: 'public',
    viewerIndependent: true,
    summary: 'A page of a board; a search keeps true positions and counts at most 1,000 hits',
    status: 200,
  },
  around: {
    method: 'GET',
    path: '/api/leaderboard/around/:id',
    access: 'public',
    viewerIndependent: true,
    summary: 'A player on a board with two neighbours each side',
    status: 200,
  },
})
