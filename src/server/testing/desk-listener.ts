import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { StaffList } from '../../contract/live.ts'
import { notifyStaff } from '../platform/staff-feed.ts'
import type { TestApp, TestBrowser } from './test-app.ts'

export interface StaffFeedListener {
  /** How many news of the desk have come. */
  readonly count: () => number
  /** Waits for news of this list. */
  hears(list: StaffList): Promise<void>
  close(): void
}

/** A socket of a browser, as its session stands now, that follows the desk. The app must be listening. */
export async function listenToStaffFeed(
  { app }: TestApp,
  { cookie }: TestBrowser,
): Promise<StaffFeedListener> {
  const { port } = app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: cookie === undefined ? {} : { cookie },
  })
  const heard: StaffList[] = []
  socket.on('message', (data) => {
    const { type, list } = JSON.parse(data.toString())
    if (type === 'desk_update') heard.push(list)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', channel: 'desk' }))
  // The server reads in order: its answer to a ping says that it has read the subscription.
  socket.ping()
  await once(socket, 'pong')
  return {
    count: () => heard.length,
    hears: (list) => expect.poll(() => heard, { timeout: 10_000 }).toContain(list),
    close: () => socket.terminate(),
  }
}

/**
 * Says something on the desk and waits until `witness`, who may hear it, has heard it. Who else may hear it was asked
 * about at the same moment, so `count` says afterwards whether they did; a round trip more lets their message arrive.
 */
export async function feedMessagesOf({ context }: TestApp, witness: StaffFeedListener): Promise<void> {
  const before = witness.count()
  await notifyStaff(context, 'reports')
  for (const until = Date.now() + 10_000; witness.count() === before && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  if (witness.count() === before) throw new Error('the witness heard nothing')
  await new Promise((resolve) => setTimeout(resolve, 100))
}
