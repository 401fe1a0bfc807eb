import type { ServerMessage } from '../../../../contract/live-schemas.ts'
import type { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import type { Sockets } from '../../../platform/live/sockets.ts'
import { StatusState } from './board.ts'
import { startPoller } from './poller.ts'
import { statusHandlers } from './routes.ts'

const channel = 'server_status'

interface Status {
  readonly handlers: Handlers<typeof statusEndpoints>
  readonly pollAgeMs: () => number | undefined
  close(): Promise<void>
}

/** Watches the game server and publishes status changes to browsers. */
export function startStatus(context: Context, sockets: Pick<Sockets, 'channel' | 'broadcast'>): Status {
  const { config, database, live, log } = context
  const board = new StatusState({ database, log, pollMs: config.statusPollMs })
  let shown = messageOf(board)

  const broadcastIfChanged = () => {
    const message = messageOf(board)
    if (isSame(message, shown)) return
    shown = message
    sockets.broadcast(channel, message)
  }
  const refresh = () => void board.refresh().then(broadcastIfChanged)

  sockets.channel(channel, { onSubscribe: (send) => send(messageOf(board)) })
  const stops = [live.listen(channel, refresh), live.onResync(refresh)]
  refresh()
  const stopPoller = startPoller(context)
  // Sources also expire without a message, so time alone can change the status.
  const aging = setInterval(broadcastIfChanged, Math.min(config.statusPollMs, 1_000))
  aging.unref()

  return {
    handlers: statusHandlers(board, database),
    pollAgeMs: () => board.pollAgeMs(),
    async close() {
      clearInterval(aging)
      for (const stop of stops) stop()
      await stopPoller()
    },
  }
}

type StatusMessage = Extract<ServerMessage, { type: 'server_status_update' }>

function messageOf(board: StatusState): StatusMessage {
  const { playerCount, isOnline } = board.current()
  return { type: 'server_status_update', data: { playerCount, isOnline } }
}

const isSame = (a: StatusMessage, b: StatusMessage) =>
  a.data.isOnline === b.data.isOnline && a.data.playerCount === b.data.playerCount
