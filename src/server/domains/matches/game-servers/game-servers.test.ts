import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { gameServerLimits } from '../../../../contract/matches/game-servers.ts'
import type { GameServerRecord } from '../../../../contract/matches/game-servers-schemas.ts'
import { eventTypes } from '../../../domains.ts'
import { event, match, player } from '../../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { sweepMinutes } from './queries.ts'
import { IngestTraffic } from './traffic.ts'

let site: TestApp
let owner: TestBrowser

const ranked = async (rank: Rank) => {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  owner = await ranked('Owner')
})
afterAll(() => site.close())

beforeEach(async () => {
  await sql`DELETE FROM ingest_minutes`.execute(site.database.sql)
})

const path = '/api/admin/game-servers'
const create = (body: object = {}, by = owner) =>
  by.post(path, { name: 'Practice EU', setsRanks: false, ...body })
const list = async (by = owner): Promise<GameServerRecord[]> => (await by.get(path)).json
const one = async (id: number) => (await list()).find((server) => server.id === id)
const stored = async () =>
  (
    await sql`SELECT id, name, sets_ranks, revoked_at FROM game_servers ORDER BY id`.execute(
      site.database.sql,
    )
  ).rows
const entries = async () =>
  (
    await sql`SELECT action, actor_id, subject_id, before, after FROM audit_log
      WHERE action LIKE 'key.%' ORDER BY id`.execute(site.database.sql)
  ).rows
/** Changes nothing, and is not in the audit log. */
const refused = async (call: () => Promise<{ status: number }>, status: number) => {
  const before = [await stored(), await entries()]
  expect((await call()).status).toBe(status)
  expect([await stored(), await entries()]).toEqual(before)
}

/** A game server with the secret of a key. */
const gameWith = (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` }
  const browser = site.browser()
  return (...events: unknown[]) => browser.post('/api/ingest/events', { events }, { headers })
}

test('[settings.100] Only an Owner makes, renames and revokes game servers; a Manager reads them, everybody else gets nothing', async () => {
  const { server } = (await create()).json
  for (const rank of [...shippedRanks.slice(0, 9), null]) {
    const by = rank === null ? site.browser() : await ranked(rank)
    const denied = rank === null ? 401 : 403
    const reads = rank === 'Manager' ? 200 : denied
    expect((await by.get(path)).status, `${rank}`).toBe(reads)
    expect((await by.get(`${path}/${server.id}/rejections`)).status).toBe(reads)
    await refused(() => create({}, by), denied)
    await refused(() => by.patch(`${path}/${server.id}`, { name: 'Mine' }), denied)
    await refused(() => by.patch(`${path}/${server.id}`, { setsRanks: true }), denied)
    await refused(() => by.post(`${path}/${server.id}/revoke`), denied)
  }
})

test('[settings.101] The secret of a game server is in one response alone and stored as a hash; it opens until it is revoked', async () => {
  const created = await create({ name: ' Practice US ', setsRanks: true })
  expect(created.status).toBe(201)
  const { server, secret } = created.json
  expect(server).toMatchObject({
    name: 'Practice US',
    setsRanks: true,
    unlinksOthers: false,
    state: 'waiting',
  })
  expect(JSON.stringify(await list())).not.toContain(secret)
  const { rows } = await sql<{ line: string }>`
    SELECT game_servers::text || (SELECT string_agg(audit_log::text, '') FROM audit_log) AS line
    FROM game_servers WHERE id = ${server.id}`.execute(site.database.sql)
  expect(rows[0]!.line).not.toContain(secret)
  const send = gameWith(secret)
  expect((await send(event('heartbeat', { playerCount: 1 }))).status).toBe(200)
  const revoked = await owner.post(`${path}/${server.id}/revoke`)
  expect(revoked.json).toMatchObject({ state: 'revoked', playerCount: null })
  expect((await send(event('heartbeat', { playerCount: 1 }))).status).toBe(401)
  await refused(() => owner.post(`${path}/${server.id}/revoke`), 200)
  await refused(() => owner.patch(`${path}/${server.id}`, { name: 'Again' }), 404)
})

test('[settings.102] 400 for a name that is empty, long or not one line and for an unknown field; 404 for no such server; 409 for the 101st', async () => {
  for (const wrong of [
    { name: '' },
    { name: ' \u200b ' },
    { name: 'x'.repeat(65) },
    { name: 'a\nb' },
    { name: undefined },
    { setsRanks: 'yes' },
    { unlinksOthers: true },
    { secret: 'mine' },
  ])
    await refused(() => create(wrong), 400)
  const { server } = (await create()).json
  await refused(() => owner.patch(`${path}/${server.id}`, { name: '' }), 400)
  await refused(() => owner.patch(`${path}/${server.id}`, { revokedAt: null }), 400)
  await refused(() => owner.patch(`${path}/999999`, { name: 'Nobody' }), 404)
  await refused(() => owner.post(`${path}/999999/revoke`), 404)
  await refused(() => owner.get(`${path}/999999/rejections`), 404)
  const free = gameServerLimits.servers - (await list()).filter(({ state }) => state !== 'revoked').length
  const made = await sql<{ id: number }>`INSERT INTO game_servers (name, secret_hash)
    SELECT 'Filling', sha256(convert_to('filling ' || n, 'UTF8')) FROM generate_series(1, ${free}) AS n RETURNING id`.execute(
    site.database.sql,
  )
  await refused(() => create(), 409)
  await sql`DELETE FROM game_servers WHERE id = ANY (${made.rows.map(({ id }) => id)}::int[])`.execute(
    site.database.sql,
  )
  expect((await create()).status).toBe(201)
})

test('[settings.103] Each change of a game server is one entry of the audit log, with what was before', async () => {
  const { server } = (await create({ name: 'Old' })).json
  await owner.patch(`${path}/${server.id}`, { name: 'New', setsRanks: true })
  await refused(() => owner.patch(`${path}/${server.id}`, { name: 'New' }), 200)
  await owner.post(`${path}/${server.id}/revoke`)
  expect(
    (await entries()).filter((entry) => (entry as { subject_id: number }).subject_id === server.id),
  ).toMatchObject([
    { action: 'key.create', actor_id: expect.any(Number), before: null, after: { name: 'Old' } },
    {
      action: 'key.update',
      before: { name: 'Old', setsRanks: false },
      after: { name: 'New', setsRanks: true },
    },
    { action: 'key.revoke', actor_id: expect.any(Number), before: { name: 'New' }, after: null },
  ])
})

test('[settings.104] A game server waits for its first heartbeat, is online with its players, and silent after three intervals', async () => {
  const { server, secret } = (await create()).json
  expect(await one(server.id)).toMatchObject({ state: 'waiting', lastSeenAt: null, playerCount: null })
  await gameWith(secret)(event('heartbeat', { playerCount: 7 }))
  const online = await one(server.id)
  expect(online).toMatchObject({ state: 'online', playerCount: 7 })
  expect(Date.now() - Date.parse(online?.lastSeenAt ?? '')).toBeLessThan(60_000)
  await sql`UPDATE heartbeats SET received_at = now() - interval '16 seconds' WHERE server_id = ${server.id}`.execute(
    site.database.sql,
  )
  expect(await one(server.id)).toMatchObject({ state: 'silent', playerCount: null })
})

describe('what a game server sent', () => {
  const ago = (ms: number) => ({ at: new Date(Date.now() - ms).toISOString() })

  /** Counts of a process, without waiting for its next ten seconds. */
  const counting = () => {
    const traffic = new IngestTraffic(site.context, eventTypes)
    return {
      traffic,
      async said(
        id: number,
        results: readonly { status: 'accepted' | 'rejected'; reason?: string }[],
        now = new Date(),
      ) {
        traffic.observe(id, {
          sent: results.map(() => ({ type: 'match' })),
          results: results.map((result) => ({ id: null, ...result })),
          accepted: [],
          now,
        })
        await traffic.flush()
      },
    }
  }

  test('[pocketmine.32] A mistake of a player, which the site answers to them, is no rejection of the game server; one without words for the player is', async () => {
    const { server } = (await create()).json
    const { traffic } = counting()
    const rejected = {
      id: null,
      status: 'rejected',
      reason: 'This player has no open match in a cup',
    } as const
    traffic.observe(server.id, {
      sent: [{ type: 'cup.player' }, { type: 'cup.player' }],
      results: [
        { ...rejected, text: { to: { kind: 'xuid', value: '1' }, text: rejected.reason } },
        { ...rejected, reason: 'data.action must be check_in, ready or leave' },
      ],
      accepted: [],
      now: new Date(),
    })
    await traffic.flush()
    expect(await one(server.id)).toMatchObject({ rejected: 1 })
  })

  test('[settings.105] Events a minute, the median lag and the last rejections with their reason are those of what it sent, and cost the call no write', async () => {
    const { server, secret } = (await create()).json
    const send = gameWith(secret)
    const duel = match([player('2535400000000401')])
    await send(
      event('match', duel, ago(4_000)),
      event('match', { ...duel, gameType: 'Build UHC' }, ago(4_000)),
      event('heartbeat', { playerCount: 1 }, ago(100)),
      event('player', { xuid: '2535400000000402', gamertag: 'Late' }, ago(60_000)),
      event('nonsense', {}),
    )
    expect((await sql`SELECT FROM ingest_minutes`.execute(site.database.sql)).rows).toEqual([])
    expect(await one(server.id)).toMatchObject({ eventsPerMinute: 0, medianLagMs: null, rejected: 0 })
    const { traffic } = counting()
    const now = new Date()
    const late = (ms: number) => ({ at: new Date(now.getTime() - ms) })
    traffic.observe(server.id, {
      sent: [
        { type: 'match' },
        { type: 'match' },
        { type: 'heartbeat' },
        { type: 'player' },
        { type: 'x\0' },
      ],
      results: [
        { id: null, status: 'accepted' },
        { id: null, status: 'rejected', reason: 'data.gameType is wrong' },
        { id: null, status: 'accepted' },
        { id: null, status: 'accepted' },
        { id: null, status: 'rejected', reason: 'type must be one of those' },
      ],
      accepted: [late(100), late(4_000), late(60_000)] as never,
      now,
    })
    await traffic.close()
    const record = await one(server.id)
    expect(record).toMatchObject({ eventsPerMinute: 0.5, rejected: 2 })
    expect(record?.medianLagMs).toBeGreaterThan(3_200)
    expect(record?.medianLagMs).toBeLessThan(4_800)
    expect((await owner.get(`${path}/${server.id}/rejections`)).json).toEqual([
      { at: now.toISOString(), type: null, reason: 'type must be one of those' },
      { at: now.toISOString(), type: 'match', reason: 'data.gameType is wrong' },
    ])
  })

  test('[settings.106] Two processes add to the same minute; 20 rejections are shown, newest first, also of an earlier minute', async () => {
    const { server } = (await create()).json
    const [here, there] = [counting(), counting()]
    const before = new Date(Date.now() - 60_000)
    await here.said(server.id, [{ status: 'rejected', reason: 'reason 0' }], before)
    const reject = (from: number) =>
      Array.from({ length: 12 }, (_, n) => ({ status: 'rejected' as const, reason: `reason ${from + n}` }))
    await here.said(server.id, reject(1))
    await there.said(server.id, reject(13))
    expect(await one(server.id)).toMatchObject({ rejected: 25, eventsPerMinute: 2.5 })
    const reasons = (await owner.get(`${path}/${server.id}/rejections`)).json.map(
      ({ reason }: { reason: string }) => reason,
    )
    expect(reasons).toEqual(Array.from({ length: 20 }, (_, n) => `reason ${24 - n}`))
    for (const { traffic } of [here, there]) await traffic.close()
  })

  test('[settings.107] What a running site received is there once it stops, and minutes are deleted after 48 hours', async () => {
    const other = await testApp({ environment: { RATE_LIMITS: 'off' }, store: site.store })
    const { server, secret } = (await create()).json
    const headers = { authorization: `Bearer ${secret}` }
    const sent = await other
      .browser()
      .post('/api/ingest/events', { events: [event('heartbeat', { playerCount: -1 })] }, { headers })
    expect(sent.json.results).toMatchObject([{ status: 'rejected' }])
    await other.close()
    expect(await one(server.id)).toMatchObject({ rejected: 1 })
    expect((await owner.get(`${path}/${server.id}/rejections`)).json).toMatchObject([
      { type: 'heartbeat', reason: expect.stringContaining('data.playerCount') },
    ])
    await sql`UPDATE ingest_minutes SET minute = minute - interval '47 hours'`.execute(site.database.sql)
    await sweepMinutes(site.database.sql)
    expect(await one(server.id)).toMatchObject({ rejected: 1, eventsPerMinute: 0 })
    await sql`UPDATE ingest_minutes SET minute = minute - interval '2 hours'`.execute(site.database.sql)
    await sweepMinutes(site.database.sql)
    expect(await one(server.id)).toMatchObject({ rejected: 0 })
  })
})
