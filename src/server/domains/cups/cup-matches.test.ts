import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import {
  createCup,
  linkedMember,
  type Player,
  passTime,
  played,
  staffMember,
  work,
} from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
const lines: string[] = []
beforeAll(async () => {
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  site = await testApp({ environment: { RATE_LIMITS: 'off' }, log })
  server = await gameServer(site)
  staff = await staffMember(site)
  await sql`
    INSERT INTO modes (key, name, made_by) VALUES ('sumo', 'Sumo', 'staff') ON CONFLICT DO NOTHING
  `.execute(site.database.sql)
})
afterAll(() => site.close())
beforeEach(() => {
  lines.length = 0
})

const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
const misnamed = () => lines.filter((line) => line.includes('names a match of a cup'))
const statuses = (response: { json: { results: { status: string }[] } }) =>
  response.json.results.map(({ status }) => status)

const storedIds = async (...matchIds: string[]) => {
  const { rows } = await sql<{ named: string | null }>`
    SELECT cup_match_id AS named FROM matches WHERE match_id = ANY(${matchIds}::uuid[])
  `.execute(site.database.sql)
  return rows.map(({ named }) => named)
}

/** A cup of four whose first matches are called. */
async function begun() {
  const id = await createCup(site, staff)
  const players: Player[] = []
  for (let index = 0; index < 4; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  await work(site)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await passTime(site, id, 20)
  await work(site)
  const [first, second] = (await show(id)).rounds[0].nodes
  const of = (entrant: number) => players.find(({ user }) => user.id === entrant)!
  const sidesOf = (node: { sides: number[] }) => node.sides.map(of) as [Player, Player]
  return { id, first, second, sidesOf }
}

test('[cups.55] A match that names the match of a cup counts in it in any mode, and is stored with the name', async () => {
  const { id, first, sidesOf } = await begun()
  const sent = played(...sidesOf(first), { cupMatchId: first.call.cupMatchId, gameType: 'boxing' })
  await server.report(sent)
  await work(site)
  const [node] = (await show(id)).rounds[0].nodes
  expect(node.matchIds).toEqual([(sent.data as { matchId: string }).matchId])
  expect(node.result).toMatchObject({ winner: first.sides[0] })
  expect(await storedIds(node.matchIds[0])).toEqual([first.call.cupMatchId])
  expect(misnamed()).toEqual([])
})

test('[cups.56] A wrong name of a cup’s match never costs the match: it is stored and logged, and counts in no match of the cup', async () => {
  const { id, first, second, sidesOf } = await begun()
  const [one, other] = sidesOf(first)
  const [foreign] = sidesOf(second)
  const wrong = [
    played(one, other, { cupMatchId: `${id}-w9.9-1` }),
    played(one, other, { cupMatchId: '999999999-w1.1-1' }),
    played(one, other, { cupMatchId: 'our-own-tournament' }),
    played(one, other, { cupMatchId: second.call.cupMatchId }),
    played(one, foreign, { cupMatchId: first.call.cupMatchId }),
  ]
  await server.report(...wrong)
  expect(misnamed()).toHaveLength(wrong.length)
  await work(site)
  for (const node of (await show(id)).rounds[0].nodes) {
    expect(node.matchIds).toEqual([])
    expect(node.result).toBeUndefined()
  }
})

test.each([7, {}, [[]], '', 'x'.repeat(65), 'two words', null])(
  '[cups.57] What is no name at all is dropped; the match counts by its sides: %j',
  async (cupMatchId) => {
    const { id, first, sidesOf } = await begun()
    const sent = played(...sidesOf(first), { cupMatchId })
    await server.report(sent)
    await work(site)
    const [node] = (await show(id)).rounds[0].nodes
    expect(node.result).toMatchObject({ winner: first.sides[0] })
    expect(await storedIds(...node.matchIds)).toEqual([null])
  },
)

test('[cups.58] A match sent again is a duplicate, with or without the name of the cup’s match; with another name it is rejected', async () => {
  const { first, second, sidesOf } = await begun()
  const data = { ...(played(...sidesOf(first)).data as { matchId: string }), map: 'Arena', rounds: 3 }
  const sent = (said: object) => ({
    ...played(...sidesOf(first)),
    data: { ...data, ...said },
  })
  const named = { cupMatchId: first.call.cupMatchId }
  // In one batch as well.
  expect(statuses(await server.send(sent(named), sent(named)))).toEqual(['accepted', 'duplicate'])
  expect(statuses(await server.send(sent(named), sent({})))).toEqual(['duplicate', 'duplicate'])
  expect(statuses(await server.send(sent({ cupMatchId: second.call.cupMatchId })))).toEqual(['rejected'])
  expect(statuses(await server.send(sent({ rounds: 4 })))).toEqual(['rejected'])
  expect(await storedIds(data.matchId)).toEqual([named.cupMatchId])
  const { rows } = await sql`SELECT map, rounds FROM match_facts WHERE match_id = ${data.matchId}`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([{ map: 'Arena', rounds: 3 }])
})

test('[cups.59] A match that was stored without the name stays the same match when it is sent again with one', async () => {
  const { first, sidesOf } = await begun()
  const { data, ...rest } = played(...sidesOf(first), { map: 'Arena' })
  await server.report({ ...rest, data })
  const again = {
    ...rest,
    id: crypto.randomUUID(),
    data: { ...(data as object), cupMatchId: first.call.cupMatchId },
  }
  expect(statuses(await server.send(again))).toEqual(['duplicate'])
  expect(await storedIds((data as { matchId: string }).matchId)).toEqual([null])
})
