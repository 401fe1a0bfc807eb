import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventTypes } from '../../../domains.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/while-open.ts'
import { applyBatch } from './batch.ts'
import { parseEvents } from './events.ts'
import { BoardIds } from './queries/boards.ts'
import { sweepLedger } from './queries/events.ts'
import { ensureIdentities } from './queries/identities.ts'
import { moveIdentities } from './queries/link.ts'
import { lockIdentitiesExclusive } from './queries/locks.ts'

let site: TestApp
let server: TestGameServer
let other: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  other = await gameServer(site, 'Practice US')
})
afterAll(() => site.close())

let people = 0
const someone = () => {
  people += 1
  return `player-${people}`
}

const rowsOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(
    site.database.sql,
  )
  return rows[0]!.n
}

const statuses = (response: { json: { results: { status: string }[] } }) =>
  response.json.results.map((result) => result.status)

const statsOf = async (xuid: string, gameType = 'boxing') =>
  (await site.browser().get(`/api/stats/${await accountOf(site, xuid)}?gameType=${gameType}`)).json

test('[fast.05] A burst of batches that wait for each other is stored whole and in order, and leaves connections to readers', async () => {
  const burst = Array.from({ length: 40 }, () => event('match', match([player('burst')])))
  const { stored, read } = await site.database.sql.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE ingest_events IN EXCLUSIVE MODE`.execute(transaction)
    const sent = burst.map(async (one) => (await server.send(one)).status)
    // A connection is waited for no longer than 3 s.
    await pause(4_000)
    // Wrapped in an object, because returning the promise would await it, and it waits for the transaction.
    return { stored: Promise.all(sent), read: (await site.browser().get('/api/leaderboard')).status }
  })
  expect(read).toBe(200)
  expect(await stored).toEqual(burst.map(() => 200))
  expect((await statsOf('burst')).wins).toBe(burst.length)
})

describe('who may not', () => {
  test('without a key, with an unknown or a revoked one, the answer is 401 and nothing is stored', async () => {
    const before = await rowsOf('matches')
    const revoked = await gameServer(site, 'Old')
    await sql`UPDATE game_servers SET revoked_at = now() WHERE id = ${revoked.id}`.execute(site.database.sql)
    const member = await site.member()
    const events = [event('match', match([player(someone())]))]
    for (const headers of [{}, { authorization: 'Bearer unknown-unknown-unknown' }, revoked.headers]) {
      const response = await member.post('/api/ingest/events', { events }, { headers })
      expect(response.status).toBe(401)
      expect(response.json.code).toBe('unauthorized')
      expect((await member.post('/api/ingest/ack', { ids: [] }, { headers })).status).toBe(401)
    }
    expect(await rowsOf('matches')).toBe(before)
  })

  test('a key counts whatever page the request claims to come from, and opens nothing else', async () => {
    const headers = { ...server.headers, origin: 'https://elsewhere.example' }
    const response = await site.browser().post('/api/ingest/ack', { ids: [] }, { headers })
    expect(response.status).toBe(200)
    expect((await site.browser().get('/api/user', { headers: server.headers })).status).toBe(401)
  })
})

describe('form', () => {
  test.each([[{}], [{ events: [] }], [{ events: 'all' }], [{ events: Array(101).fill({}) }]])(
    'a body that is not a list of 1 to 100 events is a 400: %j',
    async (body) => {
      const response = await site.browser().post('/api/ingest/events', body, { headers: server.headers })
      expect(response.status).toBe(400)
    },
  )

  test('[plugs.30] one bad event, or one of a type that no domain handles, never rejects the others; results are in the order sent', async () => {
    const xuid = someone()
    const good = event('match', match([player(xuid, { kills: 3 })]))
    const response = await server.send(
      null,
      { id: 'not-a-uuid', type: 'match', at: 'now', data: {} },
      event('weather', {}),
      good,
      event('heartbeat', { playerCount: -1 }),
      event('match', match([player(someone())]), { at: 'yesterday' }),
      event('player', { xuid: someone(), gamertag: 'NUL \u0000' }),
      event('player', { xuid: someone(), gamertag: 'half \ud83d' }),
    )
    expect(response.status).toBe(200)
    expect(statuses(response)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'accepted',
      ...Array(4).fill('rejected'),
    ])
    expect(response.json.results[0].id).toBeNull()
    expect(response.json.results[1].id).toBe('not-a-uuid')
    expect(response.json.results[2].reason).toMatch(
      /^type must be one of heartbeat, match, .*, not "weather"$/,
    )
    expect(response.json.results[3]).toEqual({ id: good.id, status: 'accepted' })
    expect((await statsOf(xuid)).kills).toBe(3)
  })

  const tooLate = () => new Date(Date.now() + 6 * 60_000).toISOString()
  test.each([
    ['no players', () => match([])],
    ['65 players', () => match(Array.from({ length: 65 }, () => player(someone())))],
    ['one player twice', () => match([player('twice'), player('twice')])],
    ['neither xuid nor pfid', () => match([{ ...player('x'), xuid: undefined }])],
    ['both xuid and pfid', () => match([player('x', { pfid: 'y' })])],
    ['overall as game type', () => match([player(someone())], { gameType: 'overall' })],
    ['a malformed game type', () => match([player(someone())], { gameType: 'Chess!' })],
    ['negative kills', () => match([player(someone(), { kills: -1 })])],
    ['10,001 deaths', () => match([player(someone(), { deaths: 10_001 })])],
    ['half an assist', () => match([player(someone(), { assists: 0.5 })])],
    ['10,001 points', () => match([player(someone(), { points: 10_001 })])],
    ['-10,001 points', () => match([player(someone(), { points: -10_001 })])],
    ['an end before the start', () => match([player(someone())], { endedAt: '2020-01-01T00:00:00Z' })],
    ['an end in six minutes', () => match([player(someone())], { endedAt: tooLate() })],
    ['a name of 65 characters', () => match([player(someone(), { gamertag: 'x'.repeat(65) })])],
    ['no name', () => match([player(someone(), { gamertag: '' })])],
    ['an unknown result', () => match([player(someone(), { result: 'fled' as 'win' })])],
  ])('a match with %s is rejected and leaves nothing', async (_what, make) => {
    const before = [await rowsOf('matches'), await rowsOf('users'), await rowsOf('ingest_events')]
    const response = await server.send(event('match', make()))
    expect(statuses(response)).toEqual(['rejected'])
    expect(response.json.results[0].reason).not.toBe('')
    expect([await rowsOf('matches'), await rowsOf('users'), await rowsOf('ingest_events')]).toEqual(before)
  })

  test.each([
    [
      'a malformed game type',
      { gameType: 'Chess!' },
      /^data\.gameType must be 2 to 32 of a-z, 0-9 and _, not "Chess!"$/,
    ],
    [
      'no game type',
      { gameType: undefined },
      /^data\.gameType is missing, it must be 2 to 32 of a-z, 0-9 and _$/,
    ],
    ['ranked as text', { ranked: 'yes' }, /^data\.ranked must be true or false, not "yes"$/],
    ['no players', { players: [] }, /^data\.players needs 1 to 64 players, not a list of 0$/],
    ['an id of its own', { matchId: 7 }, /^data\.matchId must be a UUID, not 7$/],
    [
      'a time in words',
      { startedAt: 'now' },
      /^data\.startedAt must be an ISO 8601 time with a zone, not "now"$/,
    ],
    [
      'an unknown result',
      { players: [player('r', { result: 'fled' as 'win' })] },
      /^data\.players\.0\.result must be one of win, loss, draw, not "fled"$/,
    ],
    [
      'too many kills',
      { players: [player('k', { kills: 10_001 })] },
      /^data\.players\.0\.kills must be a whole number from 0 to 10000, not 10001$/,
    ],
    [
      'no identity',
      { players: [{ ...player('x'), xuid: undefined }] },
      /^data\.players\.0 needs exactly one of xuid and pfid$/,
    ],
  ])('%s is rejected with the field, what is allowed and what came', async (_what, fields, reason) => {
    const response = await server.send(event('match', { ...match([player(someone())]), ...fields }))
    expect(response.json.results[0]).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(reason),
    })
  })

  test('a reason is short and one line, whatever came', async () => {
    const long = `line\n\u001b[31m${'🦊'.repeat(5_000)}`
    const response = await server.send(
      event(long, {}),
      event('match', { ...match([player(someone())]), gameType: long }),
      event('heartbeat', { playerCount: { [long]: long } }),
      event('match', { ...match([player(someone())]), matchId: { [long]: long } }),
    )
    expect(statuses(response)).toEqual(Array(4).fill('rejected'))
    for (const { reason } of response.json.results) {
      expect([...reason].length).toBeLessThanOrEqual(300)
      expect(reason).not.toMatch(/[\p{Cc}\ud800-\udfff]/u)
    }
  })

  test('64 players, the largest counts and unknown fields are fine', async () => {
    const max = { kills: 10_000, deaths: 10_000, assists: 10_000, points: -10_000, mood: 'good', pingMs: 12 }
    const players = Array.from({ length: 64 }, () =>
      player(someone(), { ...max, input: 'touch', team: 'red' }),
    )
    const response = await server.send(event('match', match(players, { arena: 'old' })))
    expect(statuses(response)).toEqual(['accepted'])
  })
})

describe('once', () => {
  test('the same event id again is a duplicate and changes nothing, whatever it says', async () => {
    const xuid = someone()
    const first = event('match', match([player(xuid, { kills: 2 })]))
    expect(statuses(await server.send(first, first))).toEqual(['accepted', 'duplicate'])
    expect(statuses(await server.send({ ...first, data: match([player(xuid)]) }))).toEqual(['duplicate'])
    expect((await statsOf(xuid)).kills).toBe(2)
  })

  test('another event with the same match is a duplicate, with other content it is rejected', async () => {
    const xuid = someone()
    const rival = someone()
    const data = match([player(xuid, { kills: 2 }), player(rival, { result: 'loss' })])
    await server.report(event('match', data))
    const turned = { ...data, players: [...data.players].reverse(), weather: 'rain' }
    const changed = { ...data, players: [player(xuid, { kills: 9 }), player(rival, { result: 'loss' })] }
    const response = await server.send(event('match', data), event('match', turned), event('match', changed))
    expect(statuses(response)).toEqual(['duplicate', 'duplicate', 'rejected'])
    expect((await statsOf(xuid)).kills).toBe(2)
    const fresh = match([player(someone())])
    const twice = await server.send(event('match', fresh), event('match', { ...fresh, ranked: false }))
    expect(statuses(twice)).toEqual(['accepted', 'rejected'])
  })

  test('[game.41] a match under its own id as the event id is stored once, for ever, without a second id', async () => {
    const data = match([player(someone(), { kills: 2 })])
    const first = event('match', data, { id: data.matchId })
    const before = await rowsOf('ingest_events')
    expect(statuses(await server.send(first, first))).toEqual(['accepted', 'duplicate'])
    expect(statuses(await server.send(first))).toEqual(['duplicate'])
    expect(statuses(await server.send(event('match', data)))).toEqual(['duplicate'])
    const changed = { ...first, data: { ...data, ranked: false } }
    expect(statuses(await server.send(changed))).toEqual(['rejected'])
    // The same id of something else changes nothing either.
    const another = { ...first, data: match([player(someone())]) }
    const beat = event('heartbeat', { playerCount: 1 }, { id: data.matchId })
    expect(statuses(await server.send(another, beat))).toEqual(['duplicate', 'duplicate'])
    expect(await rowsOf('ingest_events')).toBe(before + 1)
    const used = event('heartbeat', { playerCount: 1 })
    const late = event('match', match([player(someone())], { matchId: used.id }), { id: used.id })
    expect(statuses(await server.send(used, late))).toEqual(['duplicate', 'accepted'])
    const taken = event('heartbeat', { playerCount: 1 })
    expect(statuses(await server.send(taken))).toEqual(['accepted'])
    const own = match([player(someone())], { matchId: taken.id })
    expect(statuses(await server.send(event('match', own, { id: taken.id })))).toEqual(['duplicate'])
  })

  test('[game.41] an event id is a duplicate for 35 days: at 34 it is stored still, at 36 it is applied again', async () => {
    const xuid = someone()
    await server.report(event('match', match([player(xuid)])))
    const [young, old] = [
      event('player', { xuid, gamertag: 'Young' }),
      event('player', { xuid, gamertag: 'Old' }),
    ]
    await server.report(young, old)
    for (const [{ id }, days] of [
      [young, 34],
      [old, 36],
    ] as const)
      await sql`UPDATE ingest_events SET received_at = now() - make_interval(days => ${days}) WHERE id = ${id}`.execute(
        site.database.sql,
      )
    await sweepLedger(site.database.sql)
    expect(statuses(await server.send(young, old))).toEqual(['duplicate', 'accepted'])
  })

  test('[game.41] a void under the id of its match is applied once', async () => {
    const xuid = someone()
    const data = match([player(xuid)])
    await server.report(event('match', data, { id: data.matchId }))
    const gone = event('match.void', { matchId: data.matchId, reason: 'lag' }, { id: data.matchId })
    expect(statuses(await server.send(gone, gone))).toEqual(['accepted', 'duplicate'])
    expect((await statsOf(xuid)).wins).toBe(0)
  })

  test('facts are append-only: not even the site may change or delete them', async () => {
    for (const table of ['matches', 'match_players', 'match_voids']) {
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)).rejects.toThrow(
        'permission denied',
      )
    }
    await expect(sql`UPDATE matches SET ranked = false`.execute(site.database.sql)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('what counts', () => {
  test('[player.19] [player.20] sums, results and streaks; overall is the sum of the six', async () => {
    const xuid = someone()
    const at = (minute: number) => ({
      endedAt: `2026-01-05T10:0${minute}:00Z`,
      startedAt: '2026-01-05T10:00:00Z',
    })
    const part = { kills: 5, deaths: 2, assists: 1, points: 20 }
    await server.report(
      event('match', match([player(xuid, part)], at(1))),
      event('match', match([player(xuid, part)], at(2))),
      event('match', match([player(xuid, { ...part, result: 'draw' })], at(3))),
      event('match', match([player(xuid, part)], { ...at(4), gameType: 'sumo' })),
      event('match', match([player(xuid, { ...part, result: 'loss', points: -90 })], at(5))),
    )
    expect(await statsOf(xuid)).toEqual({
      ...{ kills: 20, deaths: 8, assists: 4, wins: 2, losses: 1 },
      ...{ points: -30, winStreak: 0, bestStreak: 2, gameType: 'boxing' },
    })
    expect(await statsOf(xuid, 'sumo')).toMatchObject({ wins: 1, points: 20, winStreak: 1, bestStreak: 1 })
    // 20 × 4 - 90: the plain sum of all modes.
    expect(await statsOf(xuid, 'overall')).toMatchObject({
      wins: 3,
      losses: 1,
      points: -10,
      bestStreak: 3,
      winStreak: 0,
    })
    await server.report(event('match', match([player(xuid, { points: 30 })], at(6))))
    expect(await statsOf(xuid, 'overall')).toMatchObject({ points: 20, winStreak: 1 })
    expect(await statsOf(xuid)).toMatchObject({ points: 0 })
  })

  test('streaks follow endedAt, then matchId, whatever the order of arrival', async () => {
    const xuid = someone()
    const id = (n: number) => `00000000-0000-4000-8000-${String(people).padStart(6, '0')}00000${n}`
    const one = (n: number, result: 'win' | 'loss') =>
      event(
        'match',
        match([player(xuid, { result })], {
          matchId: id(n),
          startedAt: '2026-02-01T10:00:00Z',
          endedAt: n < 4 ? '2026-02-01T10:00:00Z' : '2026-02-01T11:00:00Z',
        }),
      )
    await server.report(one(4, 'win'))
    await server.report(one(3, 'win'))
    await server.report(one(1, 'win'))
    expect(await statsOf(xuid)).toMatchObject({ winStreak: 3, bestStreak: 3 })
    await server.report(one(2, 'loss'))
    expect(await statsOf(xuid)).toMatchObject({ winStreak: 2, bestStreak: 2, losses: 1 })
  })

  test.each([
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
  ])(
    'of matches with one endedAt the one with the lower id counts first, arriving as %i, %i, %i',
    async (...order) => {
      const run = randomUUID().slice(0, -1)
      for (const isOneBatch of [true, false]) {
        const xuid = someone()
        // A win, a loss, a win.
        const events = order.map((n) =>
          event(
            'match',
            match([player(xuid, { result: n === 2 ? 'loss' : 'win' })], {
              matchId: `${run}${isOneBatch ? n : n + 3}`,
              startedAt: '2026-02-01T10:00:00Z',
              endedAt: '2026-02-01T10:00:00Z',
            }),
          ),
        )
        if (isOneBatch) await server.report(...events)
        else for (const one of events) await server.report(one)
        expect(await statsOf(xuid)).toMatchObject({ wins: 2, losses: 1, winStreak: 1, bestStreak: 1 })
      }
    },
  )

  test('an unranked match appears in history only', async () => {
    const xuid = someone()
    await server.report(event('match', match([player(xuid, { kills: 4 })], { ranked: false })))
    expect(await statsOf(xuid)).toMatchObject({ kills: 0, wins: 0 })
    const { json } = await site.browser().get(`/api/users/${await accountOf(site, xuid)}`)
    expect(json).toMatchObject({ username: `Tag ${xuid}`, standing: 'unclaimed' })
  })
})

describe('voids', () => {
  test('a voided match counts no more, whenever the void arrives, and is voided once', async () => {
    const [early, late, rival] = [someone(), someone(), someone()]
    const first = match([player(early)])
    const second = match([player(late, { kills: 7 }), player(rival, { result: 'loss' })])
    const third = match([player(late)])
    expect(
      statuses(await server.send(event('match.void', { matchId: first.matchId, reason: 'cheat' }))),
    ).toEqual(['accepted'])
    await server.report(event('match', first), event('match', second), event('match', third))
    expect(await statsOf(early)).toMatchObject({ wins: 0 })
    expect(await statsOf(late)).toMatchObject({ wins: 2, winStreak: 2 })
    const gone = { matchId: second.matchId, reason: 'lag' }
    expect(statuses(await server.send(event('match.void', gone), event('match.void', gone)))).toEqual([
      'accepted',
      'duplicate',
    ])
    expect(await statsOf(late)).toMatchObject({ wins: 1, kills: 0, winStreak: 1, bestStreak: 1 })
    expect(await statsOf(rival)).toMatchObject({ losses: 0 })
    const { rows } = await sql`
      SELECT FROM player_stats WHERE user_id = ${await accountOf(site, rival)}
    `.execute(site.database.sql)
    expect(rows).toHaveLength(0)
    expect(statuses(await server.send(event('match', second)))).toEqual(['duplicate'])
  })

  test('only the key that sent a match, or sends it later, can void it', async () => {
    const xuid = someone()
    const data = match([player(xuid)])
    await server.report(event('match', data))
    const refused = await other.send(event('match.void', { matchId: data.matchId, reason: 'envy' }))
    expect(statuses(refused)).toEqual(['rejected'])
    const later = match([player(xuid)])
    await other.report(event('match.void', { matchId: later.matchId, reason: 'envy' }))
    await server.report(event('match', later))
    expect(await statsOf(xuid)).toMatchObject({ wins: 2 })
    // Computed from the ledger again, because this one arrives late.
    const [startedAt, endedAt] = ['2026-01-01T10:00:00Z', '2026-01-01T10:01:00Z']
    await server.report(event('match', match([player(xuid)], { startedAt, endedAt })))
    expect(await statsOf(xuid)).toMatchObject({ wins: 3 })
    const { rows } = await sql`SELECT FROM match_voids WHERE match_id = ${data.matchId}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([])
  })
})

describe('names', () => {
  test("[link.04] a player's newest gamertag by 'at' is shown, whatever the order of arrival", async () => {
    const xuid = someone()
    const named = (gamertag: string, at: string) => event('player', { xuid, gamertag }, { at })
    await server.report(named('Second', '2026-03-02T00:00:00Z'))
    await server.report(named('First', '2026-03-01T00:00:00Z'), named('Third', '2026-03-03T00:00:00Z'))
    await server.report(named('Older', '2026-03-02T12:00:00Z'))
    const { json } = await site.browser().get(`/api/users/${await accountOf(site, xuid)}`)
    expect(json).toMatchObject({ username: 'Third', gamertag: 'Third' })
  })

  test.each(['<img src=x onerror=alert(1)>', 'two words #1234', 'لاعب ماهر', '🦊'.repeat(64)])(
    'gamertag %j is stored and answered as it is',
    async (gamertag) => {
      const xuid = someone()
      await server.report(event('player', { xuid, gamertag }))
      const { json } = await site.browser().get(`/api/users/${await accountOf(site, xuid)}`)
      expect(json.username).toBe(gamertag)
    },
  )

  test('xuid and pfid with the same value are two players', async () => {
    const value = someone()
    await server.report(
      event('player', { xuid: value, gamertag: 'X' }),
      event('player', { pfid: value, gamertag: 'P' }),
    )
    const { rows } = await sql`SELECT DISTINCT user_id FROM game_identities WHERE value = ${value}`.execute(
      site.database.sql,
    )
    expect(rows).toHaveLength(2)
  })
})

describe('heartbeat', () => {
  test('a heartbeat makes the server online; a late one does not replace a newer one', async () => {
    const now = Date.now()
    const at = (ms: number) => ({ at: new Date(now + ms).toISOString() })
    const response = await server.send(
      event(
        'heartbeat',
        { playerCount: 7, maxPlayers: 50, version: '1.21', queues: { nodebuff: 2 } },
        at(-100),
      ),
      event('heartbeat', { playerCount: 3, maxPlayers: 50, version: '1.21' }, at(-5000)),
    )
    expect(response.json.nextPollMs).toBe(5000)
    await server.report(event('heartbeat', { playerCount: 1 }, at(-4000)))
    await expect
      .poll(async () => (await site.browser().get('/api/minecraft/status')).json)
      .toMatchObject({ isOnline: true, playerCount: 7, source: 'heartbeat' })
    const { rows } = await sql`SELECT queues FROM heartbeats WHERE server_id = ${server.id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([{ queues: { nodebuff: 2 } }])
  })

  test('one of a clock that is ahead does not block those that come after it', async () => {
    const at = new Date(Date.now() + 4 * 60_000).toISOString()
    await other.report(event('heartbeat', { playerCount: 90 }, { at }))
    await other.report(
      event('heartbeat', { playerCount: 2 }, { at: new Date(Date.now() + 1_000).toISOString() }),
    )
    const { rows } = await sql`SELECT player_count FROM heartbeats WHERE server_id = ${other.id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([{ player_count: 2 }])
  })
})

describe('the sweep', () => {
  test('[link.10] deletes codes a day after their time', async () => {
    const xuid = someone()
    for (const [hours, code] of [
      [23, 'SWEEPYOU'],
      [25, 'SWEEPALD'],
    ] as const) {
      await server.report(event('link.code', { xuid, gamertag: 'Swept', code }))
      await sql`UPDATE link_codes SET at = now() - make_interval(hours => ${hours}) WHERE at > now() - interval '1 hour'
        AND identity_id = (SELECT id FROM game_identities WHERE value = ${xuid})`.execute(site.database.sql)
    }
    await sweepLedger(site.database.sql)
    const { rows } = await sql<{ hours: number }>`
      SELECT round(extract(epoch FROM now() - at) / 3600)::int AS hours FROM link_codes
      WHERE identity_id = (SELECT id FROM game_identities WHERE value = ${xuid})`.execute(site.database.sql)
    expect(rows).toEqual([{ hours: 23 }])
  })

  test('[link.16] deletes confirmed items after 30 days, expired ones, and those that a revoked key will never fetch', async () => {
    const revoked = await gameServer(site, 'Revoked')
    await sql`UPDATE game_servers SET revoked_at = now() WHERE id = ${revoked.id}`.execute(site.database.sql)
    const items: readonly [
      text: string,
      serverId: number | null,
      doneDays: number | null,
      hours: number | null,
    ][] = [
      ['waits', server.id, null, null],
      ['expires in an hour', server.id, null, 1],
      ['expired an hour ago', server.id, null, -1],
      ['confirmed 29 days ago', server.id, 29, null],
      ['confirmed 31 days ago', server.id, 31, null],
      ['for a revoked key', revoked.id, null, null],
      ['confirmed by a key that was revoked', revoked.id, 1, null],
      // Another sweep deletes mails.
      ['mail', null, 31, null],
    ]
    for (const [text, serverId, doneDays, hours] of items)
      await sql`INSERT INTO outbox (channel, type, data, server_id, done_at, expires_at, created_at)
        VALUES (${serverId === null ? 'mail' : 'game'}, 'message', ${JSON.stringify({ text, xuid: 'swept' })},
          ${serverId}, now() - make_interval(days => ${doneDays}), now() + make_interval(hours => ${hours}),
          now() - interval '60 days')`.execute(site.database.sql)
    await sweepLedger(site.database.sql)
    const { rows } = await sql<{ text: string }>`
      DELETE FROM outbox WHERE data ->> 'xuid' = 'swept' RETURNING data ->> 'text' AS text`.execute(
      site.database.sql,
    )
    expect(rows.map(({ text }) => text).sort()).toEqual([
      'confirmed 29 days ago',
      'confirmed by a key that was revoked',
      'expires in an hour',
      'mail',
      'waits',
    ])
  })
})

describe('a game server whose clock is wrong', () => {
  const inSixMinutes = () => new Date(Date.now() + 6 * 60_000).toISOString()
  const post = (events: readonly object[], protocol?: unknown) =>
    site.browser().post('/api/ingest/events', { events, protocol }, { headers: server.headers })

  test('[game.02] gets rejected for a time more than 5 minutes ahead, unless it knows retry', async () => {
    const xuid = someone()
    const before = await rowsOf('ingest_events')
    const ahead = event('match', match([player(xuid)]), { at: inSixMinutes() })
    const ended = event('match', match([player(xuid)], { endedAt: inSixMinutes() }))
    for (const protocol of [undefined, 1, 'two', null]) {
      expect(statuses(await post([ahead, ended], protocol))).toEqual(['rejected', 'rejected'])
    }
    const response = await post([ahead, ended, event('heartbeat', { playerCount: 1 })], 2)
    expect(statuses(response)).toEqual(['retry', 'retry', 'accepted'])
    expect(response.json.results[0].reason).toMatch(/^at is in the future/)
    expect(response.json.results[1].reason).toMatch(/^data\.endedAt is in the future/)
    expect(await rowsOf('ingest_events')).toBe(before + 1)
  })

  test('[game.01] reads the site’s clock in every response, and its event is stored once when the time has come', async () => {
    const xuid = someone()
    const started = Date.now()
    const late = event('match', match([player(xuid)]), { at: inSixMinutes() })
    const response = await post([late], 2)
    const serverTime = new Date(response.json.serverTime).getTime()
    expect(serverTime).toBeGreaterThanOrEqual(started - 1_000)
    expect(serverTime).toBeLessThanOrEqual(Date.now() + 1_000)
    const corrected = { ...late, at: response.json.serverTime }
    expect(statuses(await post([corrected], 2))).toEqual(['accepted'])
    expect(statuses(await post([corrected], 2))).toEqual(['duplicate'])
    expect((await statsOf(xuid)).wins).toBe(1)
  })
})

test('[game.03] an unknown value of an optional field is dropped, never the event', async () => {
  const xuid = someone()
  const odd = { ...player(xuid), team: [1, 2], input: 'motion_controller', pingMs: -4 }
  const sent = match([odd as never])
  expect(statuses(await server.send(event('match', sent)))).toEqual(['accepted'])
  const { rows } = await sql`
    SELECT team, input, ping_ms FROM match_players WHERE match_id = ${sent.matchId}`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([{ team: null, input: null, ping_ms: null }])
  const heartbeat = event('heartbeat', { playerCount: 4, maxPlayers: 'many', version: 7, queues: [] })
  expect(statuses(await server.send(heartbeat))).toEqual(['accepted'])
})

test('[powers.127] a queue or a team named like what every object inherits is stored, and costs no other event of the batch', async () => {
  const xuid = someone()
  const names = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty']
  const numbered = Object.fromEntries(names.map((name, n) => [name, n]))
  const sent = match([player(xuid, { team: '__proto__' })], { score: numbered })
  const odd = { ...player(someone()), ['__proto__']: { result: 'loss' } }
  const { status, json } = await server.send(
    event('heartbeat', { playerCount: 4, queues: numbered }),
    event('match', sent),
    event('match', match([odd])),
  )
  expect([status, json.results?.map((result: { status: string }) => result.status)]).toEqual([
    200,
    ['accepted', 'accepted', 'accepted'],
  ])
  const stored = async (source: RawBuilder<unknown>) => {
    const { rows } = await sql<{ entry: [string, number] }>`
      SELECT jsonb_build_array(key, value) AS entry FROM ${source} ORDER BY value
    `.execute(site.database.sql)
    return rows.map(({ entry }) => entry)
  }
  const entries = names.map((name, n) => [name, n])
  expect(
    await stored(sql`heartbeats, jsonb_each(queues) WHERE server_id = ${server.id}`),
    'queues of the heartbeat',
  ).toEqual(entries)
  expect(
    await stored(sql`match_facts, jsonb_each(score) WHERE match_id = ${sent.matchId}`),
    'score of the match',
  ).toEqual(entries)
})

describe('at the same time', () => {
  test('batches that touch the same players in any order neither deadlock nor lose, and make one account each', async () => {
    const names = Array.from({ length: 6 }, someone)
    const batches = Array.from({ length: 12 }, (_, n) => {
      const turned = n % 2 === 0 ? names : [...names].reverse()
      return turned.map((xuid, at) =>
        event(
          'match',
          match([player(xuid, { kills: 1 }), player(turned[(at + 1) % 6]!, { result: 'loss', deaths: 1 })]),
        ),
      )
    })
    const responses = await Promise.all(batches.map((events, n) => (n % 3 ? server : other).send(...events)))
    for (const response of responses) expect(statuses(response)).toEqual(Array(6).fill('accepted'))
    for (const xuid of names)
      expect(await statsOf(xuid)).toMatchObject({ wins: 12, losses: 12, kills: 12, deaths: 12 })
  })

  test('one match sent by everybody at once is taken once', async () => {
    const xuid = someone()
    const data = match([player(xuid, { kills: 1 })])
    const responses = await Promise.all(Array.from({ length: 8 }, () => server.send(event('match', data))))
    expect(responses.flatMap(statuses).sort()).toEqual(['accepted', ...Array(7).fill('duplicate')])
    expect((await statsOf(xuid)).kills).toBe(1)
  })

  /** Applies a batch of another process, whose transaction stays open. */
  const applied =
    (...events: unknown[]) =>
    (transaction: Parameters<typeof applyBatch>[0]) => {
      const now = new Date()
      const target = {
        types: eventTypes,
        boards: new BoardIds(),
        serverId: server.id,
        now,
        config: site.context.config,
      }
      return applyBatch(transaction, target, parseEvents(eventTypes, events, now).events)
    }

  test('of two batches with one player the second adds to what the first counted', async () => {
    const xuid = someone()
    await server.report(event('match', match([player(xuid)])))
    const at = new Date(Date.now() - 60_000).toISOString()
    const late = await whileOpen(site.database, applied(event('match', match([player(xuid)]))), () =>
      server.report(event('match', match([player(xuid)]), { at })),
    )
    expect([late.waited, await statsOf(xuid)]).toMatchObject([true, { wins: 3 }])
  })

  test('a match whose void another process is storing never counts', async () => {
    const xuid = someone()
    const data = match([player(xuid)])
    const gone = event('match.void', { matchId: data.matchId, reason: 'lag' })
    const late = await whileOpen(site.database, applied(gone), () => server.report(event('match', data)))
    expect([late.waited, await statsOf(xuid)]).toMatchObject([true, { wins: 0 }])
  })

  test('a player whom another process is making is made once', async () => {
    const xuid = someone()
    const seen = { kind: 'xuid', value: xuid, gamertag: 'Made', at: new Date() } as const
    const late = await whileOpen(
      site.database,
      (transaction) => ensureIdentities(transaction, new Map(), [seen]),
      () => server.report(event('match', match([player(xuid)]))),
    )
    expect([late.waited, await statsOf(xuid)]).toMatchObject([true, { wins: 1 }])
  })

  test('a match counts for whom its player is being linked to', async () => {
    const xuid = someone()
    const member = await site.member()
    await server.report(event('player', { xuid, gamertag: 'Moves' }))
    const from = await accountOf(site, xuid)
    const late = await whileOpen(
      site.database,
      async (transaction) => {
        await lockIdentitiesExclusive(transaction)
        await moveIdentities(transaction, from, member.user.id)
      },
      () => server.report(event('match', match([player(xuid)]))),
    )
    expect([late.waited, await statsOf(xuid)]).toMatchObject([true, { wins: 1 }])
  })

  test('a match and its void at once leave nothing that counts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const xuid = someone()
      const data = match([player(xuid)])
      await Promise.all([
        server.report(event('match', data)),
        server.report(event('match.void', { matchId: data.matchId, reason: randomUUID() })),
      ])
      expect((await statsOf(xuid)).wins).toBe(0)
    }
  })
})

describe('limits', () => {
  test('[api.35] over 600 events a second from one key answer 429 with Retry-After; another key goes on', async () => {
    const strict = await testApp()
    try {
      const busy = await gameServer(strict)
      const calm = await gameServer(strict)
      const many = () => Array.from({ length: 100 }, () => event('weather', {}))
      const responses = await Promise.all(Array.from({ length: 9 }, () => busy.send(...many())))
      const refused = responses.filter((response) => response.status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(1)
      expect(refused[0]!.headers['retry-after']).toBeDefined()
      expect(responses.filter((response) => response.status === 200).length).toBeGreaterThanOrEqual(6)
      expect((await calm.send(...many())).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  test('the key is noted as used at most once a minute', async () => {
    const fresh = await gameServer(site, 'Fresh')
    const usedAt = async () => {
      const { rows } = await sql<{ t: Date | null }>`
        SELECT last_used_at AS t FROM game_servers WHERE id = ${fresh.id}
      `.execute(site.database.sql)
      return rows[0]!.t?.getTime()
    }
    expect(await usedAt()).toBeUndefined()
    await fresh.ack([])
    const first = await usedAt()
    await fresh.ack([])
    expect(first).toBeDefined()
    expect(await usedAt()).toBe(first)
  })
})

describe('what sloppy adapters send', () => {
  test('an id is answered in the spelling it was sent in, and null beside the other identity counts as absent', async () => {
    const id = randomUUID().toUpperCase()
    const sent = event('match', match([{ ...player(someone()), pfid: null }]), { id })
    const response = await server.send(sent)
    expect(response.json.results).toEqual([{ id, status: 'accepted' }])
    expect((await server.send(sent)).json.results).toEqual([{ id, status: 'duplicate' }])
  })
})

test('a process whose clock is behind by days takes the matches of now', async () => {
  const sent = event('match', match([player(someone())]))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 24 * 60 * 60_000 })
  try {
    expect(statuses(await server.send(sent))).toEqual(['accepted'])
  } finally {
    vi.useRealTimers()
  }
})
