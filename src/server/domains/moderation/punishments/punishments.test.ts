import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedRanks } from '../../../../contract/accounts/ranks.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../../events/testing/event-setup.ts'
import { insertChange, listOwnPunishments } from './queries.ts'

let site: TestApp
let server: TestGameServer
let moderator: TestBrowser

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  moderator = await memberWithRank(site, 'Moderator')
})
afterAll(() => site.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function knownPlayer(): Promise<{ xuid: string; userId: number }> {
  const xuid = `p${randomUUID().slice(0, 8)}`
  await server.report(event('match', match([player(xuid)])))
  return { xuid, userId: await accountOf(site, xuid) }
}

async function linked() {
  const known = await knownPlayer()
  const member = await site.member()
  const said = await server.report(event('link.request', { xuid: known.xuid, gamertag: `Tag ${known.xuid}` }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  return { ...known, userId: member.user.id, member }
}

const ban = (xuid: string, said: object = {}) =>
  event('punishment', { id: randomUUID(), xuid, kind: 'ban', reason: 'Fly hacks', by: 'GuardBot', ...said })
const list = async (userId: number, staff = moderator) =>
  (await staff.get(`/api/admin/punishments?userId=${userId}`)).json
const stored = async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT ((SELECT count(*) FROM punishments) + (SELECT count(*) FROM punishment_changes)
      + (SELECT count(*) FROM outbox WHERE type IN ('punish', 'pardon')))::int AS n
  `.execute(site.database.sql)
  return rows[0]!.n
}
const outboxOf = async (game: TestGameServer, xuid: string) =>
  (await game.send(event('heartbeat', { playerCount: 1, maxPlayers: 9 }))).json.outbox
    .filter(
      ({ type, data }: { type: string; data: { xuid: string } }) =>
        /^pun|^par/.test(type) && data.xuid === xuid,
    )
    .map(({ type, data }: { type: string; data: object }) => ({ type, ...data }))

test('[guards.09] a Helper mutes a player for seven days within thirty, in however many slices', async () => {
  const helper = await memberWithRank(site, 'Helper')
  const { userId } = await knownPlayer()
  const mute = (days: number) =>
    helper.post('/api/admin/punishments', { userId, kind: 'mute', reason: 'Spam', until: inDays(days) })
  expect((await mute(4)).status).toBe(201)
  const before = await stored()
  expect((await mute(4)).status).toBe(403)
  expect(await stored()).toBe(before)
  const last = await mute(3)
  expect(last.status).toBe(201)
  expect((await mute(1)).status).toBe(403)
  // Time that a lifted one did not last is free again.
  expect((await helper.post(`/api/admin/punishments/${last.json.id}/lift`, { reason: 'Sorry' })).status).toBe(
    200,
  )
  expect((await mute(1)).status).toBe(201)
  expect(
    (await moderator.post('/api/admin/punishments', { userId, kind: 'mute', reason: 'Spam' })).status,
  ).toBe(201)
})

describe('From the game', () => {
  test('[fair.10] a punishment without kind, reason or player is rejected with the field, and nothing is stored', async () => {
    const before = await stored()
    const { json } = await server.send(
      ban('x', { kind: 'hang' }),
      ban('x', { reason: '' }),
      ban('x', { id: 'no' }),
      event('punishment', { id: randomUUID(), kind: 'ban', reason: 'Nobody' }),
    )
    expect(json.results.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('rejected'))
    for (const [n, field] of ['data.kind', 'data.reason', 'data.id', 'data'].entries())
      expect(json.results[n].reason).toContain(field)
    expect(await stored()).toBe(before)
  })

  test('[fair.10] a punishment is stored once and answered with an appeal code, the same when it comes again', async () => {
    const { xuid, userId } = await knownPlayer()
    const until = inDays(3)
    const said = ban(xuid, { until })
    const first = (await server.report(said)).json.results[0]
    expect(first.appealCode).toMatch(/^[A-Z2-9]{8}$/)
    const again = (await server.send(said)).json.results[0]
    const other = (await server.send(event('punishment', said.data))).json.results[0]
    expect([again.status, again.appealCode]).toEqual(['duplicate', first.appealCode])
    expect([other.status, other.appealCode]).toEqual(['duplicate', first.appealCode])
    expect(await list(userId)).toMatchObject([
      {
        kind: 'ban',
        reason: 'Fly hacks',
        until,
        state: 'active',
        source: 'game',
        by: 'GuardBot',
        server: 'Practice EU',
        confirmed: true,
      },
    ])
  })

  test('[fair.10] an id that means another punishment is rejected, from any game server', async () => {
    const [one, other] = [await knownPlayer(), await knownPlayer()]
    const said = ban(one.xuid)
    await server.report(said)
    const stranger = await gameServer(site, 'Practice US')
    const { id } = said.data as { id: string }
    for (const [game, again] of [
      [server, ban(other.xuid, { id })],
      [server, ban(one.xuid, { id, kind: 'mute' })],
      [stranger, ban(one.xuid, { id })],
    ] as const)
      expect((await game.send(again)).json.results[0].status).toBe('rejected')
    expect(await list(other.userId)).toEqual([])
  })

  test('[fair.10] a punished player whom no match named gets an account, and their name later', async () => {
    const xuid = `p${randomUUID().slice(0, 8)}`
    // Whom a game server lists is on it, known to the site or not.
    await server.lists(xuid)
    await server.report(ban(xuid, { kind: 'warn' }))
    const userId = await accountOf(site, xuid)
    expect(await list(userId)).toMatchObject([{ kind: 'warn', state: 'given', until: null }])
    await server.report(event('player', { xuid, gamertag: 'Latecomer' }))
    expect((await site.browser().get(`/api/users/${userId}`)).json.username).toBe('Latecomer')
  })

  test('[fair.11] only the game server that gave a punishment lifts it; a lift may come first', async () => {
    const { xuid, userId } = await knownPlayer()
    const said = ban(xuid)
    const { id } = said.data as { id: string }
    const lift = event('punishment.lift', { id, reason: 'Mistake' })
    const stranger = await gameServer(site, 'Practice AS')
    expect((await stranger.send(event('punishment.lift', { id }))).json.results[0].status).toBe('accepted')
    await server.report(said)
    expect(await list(userId)).toMatchObject([{ state: 'active' }])
    expect((await stranger.send(event('punishment.lift', { id }))).json.results[0].status).toBe('rejected')
    await server.report(lift)
    expect((await server.send(event('punishment.lift', { id }))).json.results[0].status).toBe('duplicate')
    expect(await list(userId)).toMatchObject([{ state: 'lifted', liftReason: 'Mistake' }])
  })

  test('[fair.11] what is over says so', async () => {
    const { xuid, userId } = await knownPlayer()
    await server.report(ban(xuid, { until: inDays(-1) }), ban(xuid, { kind: 'kick' }))
    expect(
      (await list(userId)).map(({ kind, state }: Record<string, string>) => `${kind} ${state}`).sort(),
    ).toEqual(['ban ended', 'kick given'])
  })
})

describe('From the site', () => {
  const give = (staff: TestBrowser, userId: number, said: object = {}) =>
    staff.post('/api/admin/punishments', {
      userId,
      kind: 'ban',
      reason: 'Fly hacks',
      until: inDays(3),
      ...said,
    })

  test('[fair.12] who may punish, by rank and kind; nothing is stored on a refusal', async () => {
    const { userId } = await knownPlayer()
    const may = async (staff: TestBrowser, said: object) => (await give(staff, userId, said)).status
    const kinds = [
      { kind: 'warn', until: null },
      { kind: 'kick', until: null },
      { kind: 'mute', until: inDays(7) },
      { kind: 'mute', until: inDays(8) },
      { kind: 'mute', until: null },
      { kind: 'ban', until: inDays(1) },
      { kind: 'ban', until: null },
    ]
    const table: Record<string, number[]> = {}
    for (const rank of shippedRanks) {
      const staff = await memberWithRank(site, rank)
      table[rank] = []
      for (const said of kinds) {
        const before = await stored()
        const status = await may(staff, said)
        table[rank].push(status)
        if (status !== 201) expect(await stored()).toBe(before)
      }
    }
    const [none, all] = [Array(7).fill(403), Array(7).fill(201)]
    expect(table).toEqual({
      Member: none,
      Gold: none,
      Emerald: none,
      Diamond: none,
      Helper: [201, 201, 201, 403, 403, 403, 403],
      Moderator: all,
      'Product Staff': all,
      Admin: all,
      Manager: all,
      Owner: all,
    })
    expect((await give(site.browser(), userId)).status).toBe(401)
  })

  test('[fair.12] nobody punishes themselves, an equal or a higher rank; unknown and unlinked ones are refused', async () => {
    const before = await stored()
    const { member } = await linked()
    await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${member.user.id}`.execute(site.database.sql)
    expect((await give(member, member.user.id)).status).toBe(403)
    expect((await give(moderator, member.user.id)).status).toBe(403)
    expect((await give(moderator, 2_000_000_000)).status).toBe(404)
    expect((await give(moderator, (await site.member()).user.id)).status).toBe(409)
    const { userId } = await knownPlayer()
    for (const [said, field] of [
      [{ kind: 'hang' }, 'kind'],
      [{ reason: ' ' }, 'reason'],
      [{ until: inDays(-1) }, 'until'],
      [{ kind: 'kick' }, 'until'],
      [{ until: 'soon' }, 'until'],
    ] as const) {
      const refused = await give(moderator, userId, said)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
    }
    expect(await stored()).toBe(before)
  })

  test('[fair.13] reaches every game server with its appeal code, is confirmed by them, and the member is notified', async () => {
    const { xuid, userId, member } = await linked()
    const game = await gameServer(site, 'Practice SA')
    const given = await give(moderator, userId)
    expect(given.status).toBe(201)
    expect(given.json).toMatchObject({ state: 'active', source: 'site', confirmed: false })
    const [sent] = await outboxOf(game, xuid)
    expect(sent).toMatchObject({ type: 'punish', id: given.json.id, kind: 'ban', until: given.json.until })
    const { id, kind, reason } = sent as { id: string; kind: string; reason: string }
    const confirmed = (await game.report(event('punishment', { id, xuid, kind, reason }))).json.results[0]
    expect(confirmed.appealCode).toBe((sent as { appealCode: string }).appealCode)
    expect(await list(userId)).toMatchObject([{ confirmed: true, by: expect.any(String), server: null }])
    expect((await member.get('/api/punishments/mine')).json).toEqual([
      { id, kind, reason, at: given.json.at, until: given.json.until, state: 'active' },
    ])
    expect((await member.get('/api/notices')).json).toMatchObject([{ kind: 'punished', text: 'Ban', reason }])
  })

  test('[fair.14] a lift reaches the game and the member once; a Helper lifts no ban', async () => {
    const { xuid, userId, member } = await linked()
    const game = await gameServer(site, 'Practice AF')
    const { id } = (await give(moderator, userId)).json
    const path = `/api/admin/punishments/${id}/lift`
    const helper = await memberWithRank(site, 'Helper')
    for (const [staff, status] of [
      [site.browser(), 401],
      [member, 403],
      [helper, 403],
    ] as const)
      expect((await staff.post(path, { reason: 'Appealed' })).status).toBe(status)
    expect(
      (await moderator.post(`/api/admin/punishments/${randomUUID()}/lift`, { reason: 'x' })).status,
    ).toBe(404)
    const lifted = await moderator.post(path, { reason: 'Appealed' })
    expect([lifted.status, lifted.json.state, lifted.json.liftReason]).toEqual([200, 'lifted', 'Appealed'])
    expect((await moderator.post(path, { reason: 'Again' })).status).toBe(409)
    expect((await outboxOf(game, xuid)).at(-1)).toMatchObject({ type: 'pardon', id, reason: 'Appealed' })
    expect((await member.get('/api/notices')).json[0]).toMatchObject({
      kind: 'punishment_lifted',
      text: 'Ban: Fly hacks',
    })
    expect((await auditEntriesOf(site, 'player')).slice(-2).map(({ action }) => action)).toEqual([
      'punishment.create',
      'punishment.lift',
    ])
  })

  test('[fair.13] nobody but staff reads the punishments of others, and a game server gets each order once confirmed no more', async () => {
    const { xuid, userId } = await linked()
    const game = await gameServer(site, 'Practice OC')
    await give(moderator, userId)
    expect((await site.browser().get(`/api/admin/punishments?userId=${userId}`)).status).toBe(401)
    expect((await (await site.member()).get(`/api/admin/punishments?userId=${userId}`)).status).toBe(403)
    const items = (await game.send(event('heartbeat', { playerCount: 1, maxPlayers: 9 }))).json.outbox.filter(
      ({ data }: { data: { xuid: string } }) => data.xuid === xuid,
    )
    await game.ack(items.map(({ id }: { id: string }) => id))
    expect(await outboxOf(game, xuid)).toEqual([])
  })

  test('[fair.13] a player with two ids is confirmed by either of them', async () => {
    const { userId, member } = await linked()
    const pfid = `F${randomUUID().slice(0, 8)}`
    const said = await server.report(event('link.request', { pfid, gamertag: 'Same player' }))
    expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
    const { id, kind, reason } = (await give(moderator, userId)).json
    await server.report(event('punishment', { id, pfid, kind, reason }))
    expect(await list(userId)).toMatchObject([{ id, confirmed: true }])
  })

  test('[inputs.92] that was reduced twice ends when the second reduction says, for staff and the player alike', async () => {
    const { userId, member } = await linked()
    const { id } = (await give(moderator, userId, { until: inDays(30) })).json
    for (const days of [20, 10]) {
      const until = new Date(inDays(days))
      await insertChange(site.database.sql, { punishmentId: id, kind: 'reduce', until, madeBy: userId })
      expect((await list(userId)).find((one: { id: string }) => one.id === id)).toMatchObject({
        state: 'active',
        until: until.toISOString(),
      })
      expect(await listOwnPunishments(site.database.sql, member.user.id)).toMatchObject([
        { id, until: until.toISOString() },
      ])
    }
    const past = new Date(inDays(-1))
    await insertChange(site.database.sql, { punishmentId: id, kind: 'reduce', until: past, madeBy: userId })
    expect(await list(userId)).toMatchObject([{ id, state: 'ended', until: past.toISOString() }])
  })

  test('[fair.13] punishments cannot be changed afterwards', async () => {
    for (const table of ['punishments', 'punishment_changes'])
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)).rejects.toThrow()
  })
})
