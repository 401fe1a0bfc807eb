import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import { sentOnSubscribing, useLive } from '../../../platform/live/use-live.ts'
import { statusQuery } from './status-query.ts'

/** Shown before the first response, and without one: nobody is promised a running server. */
const unknown: ServerStatus = {
  isOnline: false,
  playerCount: 0,
  maxPlayers: null,
  version: null,
  motd: null,
  latencyMs: null,
  source: null,
  checkedAt: null,
}

/** The game server as the site knows it, by poll and by push, and a way to ask at once. */
export function useServerStatus(): { readonly status: ServerStatus; refetch(): void } {
  const client = useQueryClient()
  const query = statusQuery()
  const { data = unknown, refetch } = useQuery(query)
  useLive(
    { channel: 'server_status' },
    (message) => {
      if (message.type !== 'server_status_update') return
      client.setQueryData(query.queryKey, (known = unknown) => ({
        ...known,
        ...message.data,
        playerCount: message.data.playerCount ?? 0,
      }))
    },
    sentOnSubscribing,
  )
  return { status: data, refetch: () => void refetch() }
}
