import { isStaff } from '../../contract/accounts/ranks.ts'
import { type StaffList, staffLists } from '../../contract/live.ts'
import type { Context } from '../context.ts'
import type { Sockets } from './sockets.ts'

const channel = 'desk'

/** Tells the staff of all processes that a list changed. Call it after the change is stored. */
export const notifyStaff = ({ live }: Pick<Context, 'live'>, list: StaffList): Promise<void> =>
  live.publish(channel, { list })

/** Hands those news to the browsers that listen, if they are staff's at that moment. Returns how to stop. */
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
