import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../../contract/endpoint.ts'
import { discordAdminEndpoints } from '../../../../../contract/network/discord-admin-endpoints.ts'
import type { DiscordOverview } from '../../../../../contract/network/discord-admin-schemas.ts'

export const discordMessagesKey = ['admin', 'discord'] as const

const isWaiting = (overview: DiscordOverview | undefined) =>
  overview?.kinds.some(({ configured, waiting }) => configured && waiting > 0)

/** Kinds and newest messages; refetched every 3 s while one waits, which is about to be sent. */
export const discordMessagesQuery = (call: Transport) =>
  queryOptions({
    queryKey: discordMessagesKey,
    queryFn: ({ signal }): Promise<DiscordOverview> => call(discordAdminEndpoints.messages, { signal }),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? 3_000 : false),
  })
