import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { discordRefreshSeconds } from '../../../../contract/network/discord.ts'
import { discordEndpoints } from '../../../../contract/network/discord-endpoints.ts'
import type { DiscordInfo } from '../../../../contract/network/discord-schemas.ts'

const freshMs = discordRefreshSeconds * 1_000

/**
 * What Discord says of its server, asked for again every 60 s. The page-loading bar needs no exception for it: a page
 * that is opened starts the 60 s anew, so no refetch falls into its loading.
 */
export const discordQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['discord'],
    queryFn: ({ signal }): Promise<DiscordInfo> => call(discordEndpoints.info, { signal }),
    refetchInterval: freshMs,
    staleTime: freshMs,
  })
