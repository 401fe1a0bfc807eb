import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, type TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { createCup, cupSite, linkedMember, type Player, passTime, played, work } from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
let id: number
/** By place. */
let first: Player
let second: Player
let thirds: readonly Player[]

beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
  id = await createCup(site, staff)
  const players: Player[] = []
  for (let index = 0; index < 4; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await passTime(site, id, 20)
  await work(site)
  const byEntrant = new Map(players.map((player) => [player.user.id, player]))
  const losers: Player[] = []
  for (let round = 0; round < 2; round += 1) {
    const { rounds } = await cup()
    for (const { a, b } of rounds[round].nodes.map(({ sides: [a, b] }: { sides: number[] }) => ({ a, b }))) {
      await server.report(played(byEntrant.get(a)!, byEntrant.get(b)!))
      losers.push(byEntrant.get(b)!)
      first = byEntrant.get(a)!
    }
    await work(site)
  }
  expect(await trophies(first.user.id)).toEqual([])
  await passTime(site, id, 11)
  await work(site)
  second = losers[2]!
  thirds = losers.slice(0, 2)
})
afterAll(() => site.close())

const cup = async () => (await site.browser().get(`/api/cups/${id}`)).json
const trophies = async (player: number) => (await site.browser().get(`/api/players/${player}/trophies`)).json
const marks = async (players: readonly Player[]) =>
  (await Promise.all(players.map(({ user }) => trophies(user.id)))).map(([trophy]) => trophy.isMarked)

/** Takes the final out of the ledger, as a ruling about a player or about the match does. */
async function excludeFinal(about: Player | null): Promise<void> {
  const { rounds } = await cup()
  const [matchId] = rounds[1].nodes[0].matchIds
  await sql`
    WITH ruling AS (
      INSERT INTO rulings (action, reason, made_by, player_id, span_from, span_to, matches)
      VALUES ('exclude', 'Cheated in the final', 1, ${about?.user.id ?? null},
        ${about ? sql`now() - interval '1 day'` : null}, ${about ? sql`now()` : null}, 1) RETURNING id
    ), matched AS (
      INSERT INTO ruling_matches (ruling_id, match_id) SELECT id, ${matchId} FROM ruling
    ), decided AS (
      INSERT INTO ruling_decisions (ruling_id, decision, made_by) SELECT id, 'apply', 1 FROM ruling
    )
    INSERT INTO excluded_matches (match_id, ruling_id) SELECT ${matchId}, id FROM ruling
  `.execute(site.database.sql)
  await work(site)
}

test('[cups.101] A player has no trophy of a cup that is not final, and nobody else’s; who does not exist is a 404', async () => {
  const stranger = await linkedMember(site, server)
  expect(await trophies(stranger.user.id)).toEqual([])
  for (const [player, status] of [
    ['2147483647', 404],
    ['nobody', 400],
  ])
    expect((await site.browser().get(`/api/players/${player}/trophies`)).status).toBe(status)
  expect((await site.browser().get('/api/cups?season=nothing')).status).toBe(400)
})

test('[cups.102] Places 1 to 3 of a cup that is final are trophies of the players, by identity, best first', async () => {
  for (const [player, place] of [
    [first, 1],
    [second, 2],
    [thirds[0]!, 3],
    [thirds[1]!, 3],
  ] as const)
    expect(await trophies(player.user.id)).toEqual([
      {
        cupId: id,
        title: (await cup()).title,
        format: 'single',
        mode: { key: 'sumo', name: 'Sumo' },
        place,
        at: expect.any(String),
        isMarked: false,
      },
    ])
})

test('[cups.103] A season lists the cups that are final and ended in it, and no others', async () => {
  const { rows } = await sql<{ id: number; ends: boolean }>`
    INSERT INTO seasons (name, starts_at, ends_at)
    VALUES ('Now', now() - interval '1 day', now() + interval '1 day'),
      ('Before', now() - interval '9 days', now() - interval '8 days') RETURNING id
  `.execute(site.database.sql)
  await createCup(site, staff, {}, { start: '1 hour' })
  const [now, before] = rows.map((row) => row.id)
  const listed = async (season: number) =>
    (await site.browser().get(`/api/cups?season=${season}`)).json.map((one: { id: number }) => one.id)
  expect([await listed(now!), await listed(before!), await listed(2_147_483_647)]).toEqual([[id], [], []])
})

test('[cups.104] A later ruling marks the place of whom it is about; the others are not marked, and nobody moves up', async () => {
  expect((await cup()).champion).toMatchObject({ id: first.user.id, isMarked: false })
  const places = async () =>
    (await sql`SELECT * FROM cup_places WHERE event_id = ${id} ORDER BY entrant`.execute(site.database.sql))
      .rows
  const before = await places()
  await excludeFinal(first)
  expect(await marks([first, second, ...thirds])).toEqual([true, false, false, false])
  expect((await cup()).champion).toMatchObject({ id: first.user.id, isMarked: true })
  expect(await places()).toEqual(before)
  await sql`DELETE FROM excluded_matches`.execute(site.database.sql)
  expect(await marks([first])).toEqual([false])
  await excludeFinal(null)
  expect(await marks([first, second, ...thirds])).toEqual([true, true, false, false])
})

test('[cups.105] A renamed player keeps the trophies, the account that a player is merged into gets them, and the deleted have no name', async () => {
  const [third, other] = thirds as [Player, Player]
  await server.report(event('player', { xuid: third.xuid, gamertag: 'Newest name' }))
  expect(await trophies(third.user.id)).toHaveLength(1)
  const kept = await site.member()
  await sql`UPDATE game_identities SET user_id = ${kept.user.id} WHERE value = ${other.xuid}`.execute(
    site.database.sql,
  )
  expect(await trophies(kept.user.id)).toMatchObject([{ cupId: id, place: 3 }])
  expect(await trophies(other.user.id)).toEqual([])
  expect((await first.post('/api/account/delete', { password: 'correct horse' })).status).toBeLessThan(300)
  expect((await cup()).champion).toMatchObject({ id: null, username: 'Deleted player' })
  const { json } = await site.browser().get('/api/cups?state=past')
  expect(json[0].champion).toMatchObject({ id: null, username: 'Deleted player' })
})
