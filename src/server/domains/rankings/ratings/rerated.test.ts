import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import { applyRulings } from '../../matches/rulings/apply.ts'
import { rebuildRatings, verifyRatings } from './rebuild.ts'
import { rateUntilDone } from './worker.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const get = async (path: string) => (await site.browser().get(path)).json
const hour = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const duel = (winner: string, loser: string, hours: number) =>
  match([player(winner), player(loser, { result: 'loss' })], {
    startedAt: hoursAgo(hours + 1),
    endedAt: hoursAgo(hours),
  })
const somebody = () => `p${randomUUID().slice(0, 8)}`

async function play(...matches: ReturnType<typeof match>[]): Promise<void> {
  await server.report(...matches.map((one) => event('match', one)))
  await rateUntilDone(site.database)
}

async function voidMatch({ matchId }: { matchId: string }): Promise<void> {
  await server.report(event('match.void', { matchId, reason: 'lag' }))
  await rateUntilDone(site.database)
}

async function memberAs(xuid: string) {
  const member = await site.member()
  const said = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  await rateUntilDone(site.database)
  return member
}

type Member = Awaited<ReturnType<typeof memberAs>>

/** Notices that members got about their rating, oldest first. */
const noticesOf = async (member: Member): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    SELECT text FROM notices WHERE user_id = ${member.user.id} AND kind = 'rerated' ORDER BY id
  `.execute(site.database.sql)
  return rows.map(({ text }) => text)
}

const dayOf = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(iso))

const newestOf = async (xuid: string) =>
  (await get(`/api/players/${await accountOf(site, xuid)}/rating-history?mode=boxing`))[0]

test('[ranked.58] a void rates the matches after it again: they say because of which match, and each member whose rating is another is told once', async () => {
  const [one, other, third] = [somebody(), somebody(), somebody()]
  const first = duel(one, other, 5)
  const second = duel(one, third, 4)
  await play(first, second)
  const winner = await memberAs(one)
  const loser = await memberAs(other)
  const before = await newestOf(one)
  expect(before.rerated).toBeUndefined()

  await voidMatch(first)
  const after = await newestOf(one)
  expect(after).toMatchObject({
    matchId: second.matchId,
    rerated: { was: before.after, cause: 'void', matchId: first.matchId, endedAt: first.endedAt },
  })
  const { ratings } = await get(`/api/matches/${second.matchId}`)
  expect(ratings.find(({ userId }: { userId: number }) => userId === winner.user.id).rerated).toEqual(
    after.rerated,
  )
  const change = Math.round(after.after) - Math.round(before.after)
  expect(change).toBeLessThan(0)
  const day = dayOf(first.endedAt)
  expect(await noticesOf(winner)).toEqual([
    `Boxing re-rated: a match of ${day} was voided, −${Math.abs(change)}.`,
  ])
  // Whose only match is void is where everybody starts.
  expect(await noticesOf(loser)).toEqual([`Boxing re-rated: a match of ${day} was voided, +162.`])

  await rebuildRatings(site.database)
  expect(await newestOf(one)).toEqual(after)
  expect(await noticesOf(winner)).toHaveLength(1)
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[ranked.58] new matches, and those that overtake each other within the hour, are nobody’s news', async () => {
  const [one, other] = [somebody(), somebody()]
  const [late, first] = [duel(one, other, 0.5), duel(one, other, 0.25)]
  await play(first)
  const member = await memberAs(one)
  await play(late)
  expect(await newestOf(one)).toMatchObject({ matchId: first.matchId, rerated: { cause: 'late' } })
  await play(duel(other, one, 0.1))
  expect((await newestOf(one)).rerated).toBeUndefined()
  expect(await noticesOf(member)).toEqual([])
})

test('[ranked.58] a match that arrives hours late is told, without what new matches did', async () => {
  const [one, other, third] = [somebody(), somebody(), somebody()]
  const known = duel(one, other, 3)
  await play(known)
  const member = await memberAs(one)
  const was = (await newestOf(one)).after
  const late = duel(third, one, 30)
  await play(late, duel(one, third, 1))
  const history = await get(`/api/players/${member.user.id}/rating-history?mode=boxing`)
  const again = history.find(({ matchId }: { matchId: string }) => matchId === known.matchId)
  const change = Math.round(again.after) - Math.round(was)
  expect(await noticesOf(member)).toEqual([
    `Boxing re-rated: a match of ${dayOf(late.endedAt)} arrived late, −${Math.abs(change)}.`,
  ])
})

test('[ranked.58] a ruling over many matches changes ratings once, when it is done', async () => {
  const [one, other, third] = [somebody(), somebody(), somebody()]
  // More than the hundred that a step takes.
  const boosted = Array.from({ length: 120 }, (_, n) => duel(one, other, 2_000 - n * 13))
  await play(...boosted.slice(0, 60))
  await play(...boosted.slice(60), duel(third, one, 2))
  const member = await memberAs(third)
  const [moderator, admin] = [await memberWithRank(site, 'Moderator'), await memberWithRank(site, 'Admin')]
  const player = await accountOf(site, one)
  const span = { userId: player, from: boosted[0]!.endedAt, to: boosted.at(-1)!.endedAt }
  const made = await moderator.post('/api/admin/rulings', {
    action: 'exclude',
    reason: 'Boosted by an alt',
    span,
  })
  expect(made.status).toBe(202)
  expect((await admin.post(`/api/admin/rulings/${made.json.id}/confirm`)).status).toBeLessThan(300)
  // Each step queues its matches; the worker looks in between.
  await Promise.all([applyRulings(site.context), rateUntilDone(site.database)])
  await rateUntilDone(site.database)
  expect(await newestOf(third)).toMatchObject({
    rerated: { cause: 'excluded', matchId: boosted[0]!.matchId },
  })
  expect(await noticesOf(member)).toHaveLength(1)
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })

  // As if it were still on its way.
  await sql`
    INSERT INTO ruling_work (decision_id, ruling_id)
    SELECT id, ruling_id FROM ruling_decisions WHERE ruling_id = ${made.json.id}
  `.execute(site.database.sql)
  const next = duel(third, one, 0.5)
  await play(next)
  expect(await get(`/api/matches/${next.matchId}`)).toMatchObject({ rated: null })
  await sql`DELETE FROM ruling_work`.execute(site.database.sql)
  await rateUntilDone(site.database)
  expect(await get(`/api/matches/${next.matchId}`)).toMatchObject({ rated: true })
})
