import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { formerStaffFeed, type StaffList } from '../../contract/staff-lists.ts'
import { notifyStaff, staffFeed } from '../platform/live/staff-feed.ts'
import type { TestApp, TestBrowser } from './test-app.ts'

export interface StaffFeedListener {
  /** Number of received messages. */
  readonly count: () => number
  /** Waits for a message about this list. */
  hears(list: StaffList): Promise<void>
  /** Waits until all messages that the server has sent so far have arrived. */
  received(): Promise<void>
  close(): void
}

/** A browser's socket that is subscribed to the staff feed. The app must be listening. */
export async function listenToStaffFeed(
  { app }: TestApp,
  { cookie }: TestBrowser,
  feed: { readonly channel: string; readonly type: string } = staffFeed,
): Promise<StaffFeedListener> {
  const { port } = app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: cookie === undefined ? {} : { cookie },
  })
  const heard: StaffList[] = []
  socket.on('message', (data) => {
    const { type, list } = JSON.parse(data.toString())
    if (type === feed.type) heard.push(list)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', channel: feed.channel }))
  const received = async () => {
    socket.ping()
    await once(socket, 'pong')
  }
  // The server reads in order, so its pong confirms the subscription.
  await received()
  return {
    received,
    count: () => heard.length,
    hears: (list) => expect.poll(() => heard, { timeout: 10_000 }).toContain(list),
    close: () => socket.terminate(),
  }
}

/**
 * Publishes on the staff feed and waits until `witness`, who may receive it, has received it. Then `count` of each of
 * the `others` shows whether they received it as well.
 */
export async function feedMessagesOf(
  { context }: TestApp,
  witness: StaffFeedListener,
  ...others: readonly StaffFeedListener[]
): Promise<void> {
  const before = witness.count()
  await notifyStaff(context, 'reports')
  await expect.poll(witness.count).toBeGreaterThan(before)
  // The server reads the session of every socket at the same moment. With no connection busy, all are decided.
  await expect.poll(() => context.database.poolStats()).toSatisfy(({ total, idle }) => idle === total)
  for (const other of others) await other.received()
}

/** What is published on the staff feed from now on, in this process; nothing that was published before and is late. */
export async function staffNews({ context }: TestApp): Promise<{ heard: unknown[]; stop: () => void }> {
  const heard: unknown[] = []
  const stop = context.live.listen(formerStaffFeed.channel, (news) => heard.push(news))
  await notifyStaff(context, 'contact')
  await expect.poll(() => heard).toContainEqual({ list: 'contact' })
  heard.length = 0
  return { heard, stop }
}
