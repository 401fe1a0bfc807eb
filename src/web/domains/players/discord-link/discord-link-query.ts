import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { discordLinkEndpoints } from '../../../../contract/players/discord-link-endpoints.ts'

/** The Discord account of the member with this id. */
export const discordLinkQuery = (call: Transport, memberId: number) =>
  queryOptions({
    queryKey: ['discord-link', memberId],
    queryFn: ({ signal }) => call(discordLinkEndpoints.show, { signal }),
  })
