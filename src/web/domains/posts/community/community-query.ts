import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { communityEndpoints } from '../../../../contract/posts/community-endpoints.ts'
import type { CommunityFigures } from '../../../../contract/posts/community-schemas.ts'

/** Who is online is only noted once a minute: a page that is opened later asks again. */
const freshMs = 60_000

export const communityQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['community'],
    queryFn: ({ signal }): Promise<CommunityFigures> => call(communityEndpoints.figures, { signal }),
    staleTime: freshMs,
  })
