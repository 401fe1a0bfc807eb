import { isStaff } from '../../contract/accounts/ranks.ts'
import { type StaffList, staffLists } from '../../contract/live.ts'
import type { Context } from '../context.ts'
import type { Sockets } from './sockets.ts'

const channel = 'desk'

/** Publishes to all processes that a staff list changed. Call it after the change is stored. */
export const notifyStaff = ({ live }: Pick<Context, 'live'>, list: StaffList): Promise<void> =>
  live.publish(channel, { list })

/** Forwards these messages to subscribed browsers that are staff at that moment. Returns a function that stops. */
export function startStaffFeed(
  { live }: Pick<Context, 'live'>,
  sockets: Pick<Sockets, 'channel' | 'broadcast'>,
): () => void {
  sockets.channel(channel, { admits: isStaff })
  return live.listen(channel, (payload) => {
    const list = staffLists.find((one) => one === (payload as { list?: unknown }).list)
    if (list !== undefined) sockets.broadcast(channel, { type: 'desk_update', list })
  })
}
