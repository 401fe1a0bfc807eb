import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followFeed } from '../../../../contract/players/follows.ts'
import type { FollowFeedItem } from '../../../../contract/players/follows-schemas.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { fanOut } from '../../notifications/fanout.ts'
import { rateUntilDone } from '../../rankings/ratings/worker.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

let xuids = 0
let own: string
beforeEach(() => {
  xuids += 1
  own = `feed-${xuids}`
})

const ago = (seconds: number) => ({
  startedAt: new Date(Date.now() - seconds * 1_000 - 60_000).toISOString(),
  endedAt: new Date(Date.now() - seconds * 1_000).toISOString(),
})
const duel = (winner: string, loser: string, said: object = {}) =>
  match([player(winner), player(loser, { result: 'loss' })], said)

async function idOf(xuid: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT user_id AS id FROM game_identities WHERE value = ${xuid}
  `.execute(site.database.sql)
  return rows[0]!.id
}

async function follow(member: Awaited<ReturnType<TestApp['member']>>, ...ids: number[]) {
  for (const id of ids) expect((await member.put(`/api/players/${id}/follow`)).status).toBe(200)
}
const feedOf = async (member: Awaited<ReturnType<TestApp['member']>>): Promise<FollowFeedItem[]> =>
  (await member.get('/api/follows/feed')).json

test('[voice.60] the feed has matches and posts of followed players, newest first, and nothing of others', async () => {
  const [member, writer, stranger] = [await site.member(), await site.member(), await site.member()]
  const rival = `${own}-rival`
  const old = duel(own, rival, ago(60))
  await server.report(event('match', old), event('match', duel(rival, `${own}-stranger`, ago(30))))
  const playerId = await idOf(own)
  expect(await feedOf(member)).toEqual([])
  await follow(member, playerId, writer.user.id)
  await writer.post('/api/posts', { content: 'Won <b>all</b>' })
  await stranger.post('/api/posts', { content: 'Unseen' })
  expect(await feedOf(member)).toEqual([
    {
      at: expect.any(String),
      user: expect.objectContaining({ id: writer.user.id }),
      match: null,
      post: { id: expect.any(Number), content: 'Won <b>all</b>' },
      milestone: null,
    },
    {
      at: old.endedAt,
      user: expect.objectContaining({ id: playerId, username: `Tag ${own}` }),
      post: null,
      milestone: null,
      match: expect.objectContaining({
        matchId: old.matchId,
        players: [expect.anything(), expect.anything()],
      }),
    },
  ])
  expect((await site.browser().get('/api/follows/feed')).status).toBe(401)
})

test('[voice.60] a muted player leaves nothing in the feed', async () => {
  const member = await site.member()
  await server.report(event('match', duel(own, `${own}-rival`)))
  const id = await idOf(own)
  await follow(member, id)
  expect(await feedOf(member)).toHaveLength(1)
  await member.patch(`/api/players/${id}/follow`, { isMuted: true })
  expect(await feedOf(member)).toEqual([])
})

test('[voice.60] a match of two followed players is one row; void, unranked and old matches are none', async () => {
  const member = await site.member()
  const rival = `${own}-rival`
  const voided = duel(own, rival)
  await server.report(
    event('match', duel(own, rival)),
    event('match', duel(own, rival, { ranked: false })),
    event('match', duel(own, rival, ago((followFeed.days + 1) * 86_400))),
    event('match', voided),
  )
  await server.report(event('match.void', { matchId: voided.matchId, reason: 'lag' }))
  await follow(member, await idOf(own), await idOf(rival))
  expect(await feedOf(member)).toHaveLength(1)
})

test('[voice.60] the feed is bounded', async () => {
  const member = await site.member()
  const matches = Array.from({ length: followFeed.max + 3 }, (_, index) =>
    event('match', duel(own, `${own}-rival`, ago(index * 60))),
  )
  await server.report(...matches)
  await follow(member, await idOf(own))
  const feed = await feedOf(member)
  expect(feed.map(({ match: one }) => one?.matchId)).toEqual(
    matches.slice(0, followFeed.max).map(({ data }) => (data as { matchId: string }).matchId),
  )
})

test('[voice.60] a milestone of a followed player is in the feed, until they are muted', async () => {
  const member = await site.member()
  await server.report(event('match', duel(`${own}-rival`, own)))
  const id = await idOf(own)
  await follow(member, id)
  const first = duel(own, `${own}-rival`)
  await server.report(event('match', first))
  await rateUntilDone(site.database)
  await fanOut(site.database)
  const milestones = async () => (await feedOf(member)).flatMap(({ milestone }) => milestone ?? [])
  expect(await milestones()).toEqual([{ text: 'won for the first time', link: `/match/${first.matchId}` }])
  await member.patch(`/api/players/${id}/follow`, { isMuted: true })
  expect(await milestones()).toEqual([])
})
