import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { feedMessagesOf, listenToStaffFeed } from '../../testing/staff-feed-listener.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { accuse, canariesOf, leaksIn } from './testing/accuse.ts'
import { link, linkedMember, unlink } from './testing/people.ts'

let site: TestApp
let server: TestGameServer
const sockets: WebSocket[] = []
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  await site.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => {
  for (const socket of sockets) socket.terminate()
  return site.close()
})

const channels = ['server_status', 'staff', 'modes', 'comments', 'notifications']

/** A socket that is subscribed to all there is, and every frame that it got. */
async function framesOf({ cookie }: TestBrowser) {
  const { port } = site.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { cookie: cookie! } })
  sockets.push(socket)
  const frames: string[] = []
  socket.on('message', (data) => frames.push(data.toString()))
  await once(socket, 'open')
  for (const channel of channels) socket.send(JSON.stringify({ type: 'subscribe', channel }))
  for (const gameType of ['boxing', 'overall']) socket.send(JSON.stringify({ type: 'subscribe', gameType }))
  const received = async () => {
    socket.ping()
    await once(socket, 'pong')
  }
  await received()
  return { frames, received }
}

test('[guards.25] no live message has a word of reporter, judge, chat or note: the accused, staff or not, and others read what changed, and nothing of it', async () => {
  const staff = await linkedMember(site, server, 'Moderator')
  const plain = await linkedMember(site, server, 'Member')
  const other = await memberWithRank(site, 'Member')
  const colleague = await memberWithRank(site, 'Owner')
  const readers = { staff, plain, other, colleague }
  const listeners = await Promise.all(Object.values(readers).map(framesOf))
  const witness = await listenToStaffFeed(site, colleague)
  const canaries = [canariesOf('live staff'), canariesOf('live plain')] as const
  await accuse(site, server, staff, canaries[0])
  await accuse(site, server, plain, canaries[1])
  await feedMessagesOf(site, witness)
  for (const { received } of listeners) await received()
  const [ofStaff, ofPlain, ofOther, ofColleague] = listeners.map(({ frames }) => frames)
  for (const frames of [ofStaff!, ofPlain!, ofOther!, ofColleague!])
    expect(canaries.flatMap((one) => leaksIn(one, frames.join('\n')))).toEqual([])
  // The frames did come: lists of staff to staff alone, notifications to whom they are for.
  const typesOf = (frames: readonly string[]) => new Set(frames.map((frame) => JSON.parse(frame).type))
  await expect.poll(() => [...typesOf(ofColleague!)]).toContain('staff_update')
  await expect.poll(() => [...typesOf(ofStaff!)]).toContain('staff_update')
  for (const frames of [ofPlain!, ofOther!]) expect([...typesOf(frames)]).not.toContain('staff_update')
  // One comes with the subscription.
  const notified = (frames: readonly string[]) =>
    frames.filter((frame) => frame.includes('notifications_update')).length
  expect([notified(ofOther!), notified(ofPlain!) > 1, notified(ofStaff!) > 1]).toEqual([1, true, true])
  // A list is named, and nothing else: not which row, nor of whom.
  for (const frame of [...ofStaff!, ...ofColleague!].filter((one) => one.includes('staff_update')))
    expect(Object.keys(JSON.parse(frame)).sort()).toEqual(['list', 'type'])
  witness.close()
})

test('[guards.90] whoever a case is about gets no message at the time when it changes, by none of their accounts; about others they do', async () => {
  const accused = await linkedMember(site, server, 'Moderator')
  await unlink(accused)
  // The same player by another account: what is about one is about both.
  const again = await link(server, await memberWithRank(site, 'Moderator'), accused.xuid)
  const colleague = await memberWithRank(site, 'Owner')
  const witness = await listenToStaffFeed(site, colleague)
  const [ofAccused, ofAgain, ofColleague] = await Promise.all([accused, again, colleague].map(framesOf))
  const listsOf = ({ frames }: { readonly frames: readonly string[] }) =>
    new Set(
      frames
        .map((frame) => JSON.parse(frame))
        .filter(({ type }) => type === 'staff_update')
        .map(({ list }) => list),
    )
  const { judge, caseId } = await accuse(
    site,
    server,
    Object.assign(again, { xuid: accused.xuid }),
    canariesOf('live time'),
  )
  const decision = { outcome: 'action', note: 'Seen in the replay' }
  for (const call of [
    () => judge.post(`/api/admin/cases/${caseId}/claim`),
    () => judge.delete(`/api/admin/cases/${caseId}/claim`),
    () => judge.post(`/api/admin/cases/${caseId}/decisions`, decision),
    () => judge.post('/api/admin/cases/decisions/undo', { ids: [caseId] }),
    () => judge.post('/api/admin/cases/decisions', { ids: [caseId], ...decision }),
  ])
    expect((await call()).status).toBeLessThan(300)
  await feedMessagesOf(site, witness)
  for (const { received } of [ofAccused!, ofAgain!, ofColleague!]) await received()
  await expect
    .poll(() => [...listsOf(ofColleague!)])
    .toEqual(expect.arrayContaining(['moderation', 'appeals', 'rulings']))
  // The message that ends what the witness heard comes to each as soon as their rank was looked up.
  for (const frames of [ofAccused!, ofAgain!]) {
    await expect.poll(() => [...listsOf(frames)]).toContain('reports')
    expect([...listsOf(frames)]).toEqual(['reports'])
  }

  const other = await memberWithRank(site, 'Member')
  await colleague.post(`/api/players/${other.user.id}/reports`, { reason: 'reach' })
  await feedMessagesOf(site, witness)
  for (const frames of [ofAccused!, ofAgain!])
    await expect.poll(() => [...listsOf(frames)]).toContain('moderation')
  witness.close()
})
