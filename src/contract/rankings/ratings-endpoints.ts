import { endpointsOf } from '../endpoint.ts'
import type { ratingSchemas } from './ratings-schemas.ts'

export const ratingEndpoints = endpointsOf<typeof ratingSchemas>({
  ofPlayer: {
    method: 'GET',
    path: '/api/players/:id/ratings',
    access: 'public',
    viewerIndependent: true,
    summary: "A player's ratings by mode, ladder and season, the best-known first",
    status: 200,
  },
  /** `before` is the matchId of the last one seen. */
  history: {
    method: 'GET',
    path: '/api/players/:id/rating-history',
    access: 'public',
    viewerIndependent: true,
    summary: "A player's rated matches of a mode, newest first, with rating before and after",
    status: 200,
  },
})
