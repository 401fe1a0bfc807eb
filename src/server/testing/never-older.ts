import { vi } from 'vitest'
import { event, gameServer, match, player } from './game-server.ts'
import type { Replicated } from './standby.ts'
import type { TestApp } from './test-app.ts'

interface Found {
  /** Responses that lacked what a message before them had announced. */
  readonly older: readonly string[]
  /** Reads that each server answered meanwhile. */
  readonly replica: number
  readonly primary: number
}

const withTimeout = { timeout: 120_000, interval: 2 }
const maxDelayMs = 60
const winner = player('7001')
const loser = player('7002', { result: 'loss' })

/**
 * Publishes so many live messages, in turn about a match (after its commit) and a comment (in its transaction), while
 * the standby applies commits late by random times. A visitor reads both lists after each message, and every tenth time
 * until the standby has answered, which on a busy machine no read in a hurry comes to.
 */
export async function neverOlderThanMessages(
  site: TestApp,
  servers: Replicated,
  messages: number,
): Promise<Found> {
  const game = await gameServer(site, 'Of the property')
  const member = await site.member()
  let post = { id: 0 }
  let heard = 0
  const stops = ['stats', 'comments'].map((channel) =>
    site.context.live.listen(channel, () => {
      heard += 1
    }),
  )
  /** Publishes, and waits until this process has heard the first message of it. */
  const publish = async (work: () => Promise<unknown>) => {
    const known = heard
    await work()
    await vi.waitUntil(() => heard > known, withTimeout)
  }
  const before = { ...site.database.replicas!.counts }
  const older: string[] = []
  let comment = -1
  /** Reads as a visitor, and compares with what was announced up to this message. */
  const read = async (message: number) => {
    const { json: board } = await site.browser().get('/api/leaderboard?gameType=nodebuff')
    const matches = Math.floor(message / 2) + 1
    const wins = Math.max(...board.entries.map((row: { stats: { wins: number } }) => row.stats.wins))
    if (wins !== matches) older.push(`message ${message}: ${wins} wins of ${matches}`)
    const { json: comments } = await site.browser().get(`/api/posts/${post.id}/comments`)
    const newest = Math.max(-1, ...comments.map((row: { content: string }) => Number(row.content.slice(8))))
    if (newest !== comment) older.push(`message ${message}: comment ${newest} is the newest, not ${comment}`)
  }
  for (let message = 0; message < messages; message += 1) {
    if (message % 100 === 0) {
      // A list has so many comments at most.
      post = (await member.post('/api/posts', { content: 'about replicas' })).json
      comment = -1
    }
    if (message % 20 === 0) {
      const delay = Math.floor(Math.random() * maxDelayMs)
      await servers.onStandby(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}ms'`)
      await servers.onStandby('SELECT pg_reload_conf()')
    }
    if (message % 2 === 0)
      await publish(() => game.report(event('match', match([winner, loser], { gameType: 'nodebuff' }))))
    else {
      comment = message
      await publish(() => member.post(`/api/posts/${post.id}/comments`, { content: `comment ${message}` }))
    }
    await read(message)
    if (message % 10 === 9) {
      const { replica } = site.database.replicas!.counts
      await vi.waitUntil(async () => {
        site.context.visitorCaches!.responses.invalidate()
        await read(message)
        return site.database.replicas!.counts.replica > replica
      }, withTimeout)
    }
  }
  for (const stop of stops) stop()
  const { replica, primary } = site.database.replicas!.counts
  return { older, replica: replica - before.replica, primary: primary - before.primary }
}
