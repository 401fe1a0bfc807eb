import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Sockets } from '../../platform/live/sockets.ts'

/** Live channel whose messages wake the job that looks after cups (see also sql/cups/wake_cup_worker.sql). */
export const cupChannel = 'cups'

const channel = 'cups'
const changed = 'cups_changed'

/** Browsers hear of a cup at most this often. */
const everyMs = 1_000

const Changed = z.object({ eventId: z.int(), version: z.int() })

/** Publishes to all processes that a cup changed. Call it in the transaction of the change. */
export const publishCup = (
  { live }: Pick<Context, 'live'>,
  transaction: Executor,
  cup: z.infer<typeof Changed>,
): Promise<void> => live.publish(changed, cup, transaction)

/** Forwards changes to subscribed browsers, the newest of each cup once a second. Returns a function that stops. */
export function startCupFeed(
  { live }: Pick<Context, 'live'>,
  sockets: Pick<Sockets, 'broadcast'>,
): () => void {
  const waiting = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    for (const [eventId, version] of waiting)
      sockets.broadcast(channel, { type: 'cup_update', eventId, version })
    timer = waiting.size > 0 ? setTimeout(send, everyMs) : undefined
    waiting.clear()
  }
  const stop = live.listen(changed, (payload) => {
    const { data } = Changed.safeParse(payload)
    if (data === undefined) return
    waiting.set(data.eventId, data.version)
    if (timer === undefined) send()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
