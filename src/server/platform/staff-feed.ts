import { isStaff } from '../../contract/accounts/ranks.ts'
import { formerStaffFeed, type StaffList, staffLists } from '../../contract/staff-lists.ts'
import type { Context } from '../context.ts'
import type { Sockets } from './sockets.ts'

export const staffFeed = { channel: 'staff', type: 'staff_update' } as const

/**
 * Publishes to all processes that a staff list changed. Call it after the change is stored. Processes of 0.1.0, which
 * run beside this one during the upgrade, know the former channel only.
 */
export const notifyStaff = ({ live }: Pick<Context, 'live'>, list: StaffList): Promise<void> =>
  live.publish(formerStaffFeed.channel, { list })

/** Forwards these messages to subscribed browsers that are staff at that moment. Returns a function that stops. */
export function startStaffFeed(
  { live }: Pick<Context, 'live'>,
  sockets: Pick<Sockets, 'channel' | 'broadcast'>,
): () => void {
  const feeds = [staffFeed, formerStaffFeed]
  for (const { channel } of feeds) sockets.channel(channel, { admits: isStaff })
  const forward = (payload: unknown) => {
    const list = staffLists.find((one) => one === (payload as { list?: unknown }).list)
    if (list === undefined) return
    for (const { channel, type } of feeds) sockets.broadcast(channel, { type, list })
  }
  const stops = feeds.map(({ channel }) => live.listen(channel, forward))
  return () => {
    for (const stop of stops) stop()
  }
}
