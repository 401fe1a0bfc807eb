import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { ratingEndpoints } from '../../../contract/rankings/ratings-endpoints.ts'
import type { PlayerRating } from '../../../contract/rankings/ratings-schemas.ts'

/** A player's ratings, the newest season first. A live message about the player fetches them again. */
export const playerRatingsQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'ratings'],
    queryFn: ({ signal }): Promise<PlayerRating[]> =>
      call(ratingEndpoints.ofPlayer, { params: { id }, signal }),
    staleTime: 30_000,
  })
