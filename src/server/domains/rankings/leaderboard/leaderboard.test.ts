import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

interface Figures {
  readonly name: string
  readonly points?: number
  readonly wins?: number
  readonly deaths?: number
}

const board = async (gameType = 'overall', period = 'all', startsOn = '1970-01-01') => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO boards (game_type, period, starts_on) VALUES (${gameType}, ${period}, ${startsOn}::date)
    ON CONFLICT (game_type, period, starts_on) DO UPDATE SET period = excluded.period RETURNING id
  `.execute(site.database.sql)
  return rows[0]!.id
}

/** Inserts players with these stats and their histogram; returns their ids. */
async function fill(boardId: number, players: readonly Figures[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH people AS (
      INSERT INTO users (gamertag, gamertag_at) SELECT name, now()
      FROM jsonb_to_recordset(${JSON.stringify(players)}::jsonb) AS people (name text) RETURNING id, gamertag
    )
    INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
      best_streak, last_ended_at, last_match_id)
    SELECT ${boardId}, people.id, 1, 1, coalesce(deaths, 0), 2, coalesce(wins, 0), 3, coalesce(points, 0), 4, 5, now(),
      gen_random_uuid()
    FROM people JOIN jsonb_to_recordset(${JSON.stringify(players)}::jsonb)
      AS figures (name text, points bigint, wins int, deaths bigint) ON figures.name = people.gamertag
    ORDER BY people.id RETURNING user_id AS id
  `.execute(site.database.sql)
  await sql`DELETE FROM board_counts WHERE board_id = ${boardId}`.execute(site.database.sql)
  await sql`
    INSERT INTO board_counts (board_id, shift, node, players)
    SELECT board_id, shift, bucket >> shift, count(*) FROM player_stats,
      unnest(CASE WHEN abs(points) < 1024 THEN ARRAY[22, 16, 8, 0] ELSE ARRAY[22, 16] END) AS shift
    WHERE board_id = ${boardId} GROUP BY 1, 2, 3
  `.execute(site.database.sql)
  return rows.map((row) => row.id)
}

beforeEach(async () => {
  await sql`DELETE FROM player_stats`.execute(site.database.sql)
  await sql`DELETE FROM board_counts`.execute(site.database.sql)
  await sql`DELETE FROM users`.execute(site.database.sql)
})

const read = async (query = ''): Promise<Leaderboard> => {
  const response = await site.browser().get(`/api/leaderboard${query}`)
  expect(response.status).toBe(200)
  return response.json
}
const names = (leaderboard: Leaderboard) => leaderboard.entries.map((entry) => entry.user.username)

describe('what is refused', () => {
  test.each([
    '?gameType=Chess!',
    '?period=year',
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?offset=-1',
    '?offset=3000000000',
    '?search=ab',
    '?search=%20a%20',
    `?search=${'a'.repeat(65)}`,
  ])('GET /api/leaderboard%s is a 400', async (query) => {
    expect((await site.browser().get(`/api/leaderboard${query}`)).status).toBe(400)
  })

  test('around answers 400 for an id that is none and 404 for an unknown one', async () => {
    expect((await site.browser().get('/api/leaderboard/around/abc')).status).toBe(400)
    expect((await site.browser().get('/api/leaderboard/around/2147483647')).status).toBe(404)
  })

  test('[board.14] never more than 100 entries, and the most may be asked for', async () => {
    await fill(
      await board(),
      Array.from({ length: 120 }, (_, n) => ({ name: `P${n}`, points: n })),
    )
    expect((await read('?limit=100')).entries).toHaveLength(100)
    expect((await site.browser().get('/api/leaderboard?limit=101')).status).toBe(400)
  })
})

describe('a page', () => {
  test('[board.09] [board.10] the ruled shape, with the ruled defaults', async () => {
    const [id] = await fill(await board(), [{ name: 'Solo', points: -20, wins: 2, deaths: 6 }])
    expect(await read()).toEqual({
      ...{ gameType: 'overall', period: 'all', total: 1, limit: 5, offset: 0 },
      entries: [
        {
          position: 1,
          user: { id, username: 'Solo', avatarUrl: null, rank: 'Member' },
          stats: {
            ...{ kills: 1, deaths: 6, assists: 2, wins: 2, losses: 3 },
            ...{ points: -20, winStreak: 4, bestStreak: 5, gameType: 'overall' },
          },
        },
      ],
    })
    const empty = { gameType: 'sumo', period: 'week', total: 0, limit: 7, offset: 3, entries: [] }
    expect(await read('?gameType=sumo&period=week&limit=7&offset=3')).toEqual(empty)
  })

  test('[board.10] month and week are the running UTC month and ISO week', async () => {
    const now = await sql<{ month: string; week: string }>`
      SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date::text AS month,
        date_trunc('week', now() AT TIME ZONE 'UTC')::date::text AS week
    `.execute(site.database.sql)
    const { month, week } = now.rows[0]!
    await fill(await board('boxing', 'month', month), [{ name: 'ThisMonth' }])
    await fill(await board('boxing', 'week', week), [{ name: 'ThisWeek' }])
    await fill(await board('boxing', 'week', '2001-01-01'), [{ name: 'LongAgo' }])
    expect(names(await read('?gameType=boxing&period=month'))).toEqual(['ThisMonth'])
    expect(names(await read('?gameType=boxing&period=week'))).toEqual(['ThisWeek'])
    expect(names(await read('?gameType=boxing'))).toEqual([])
  })

  test('[board.11] [game.05] ordered by points, which may be negative, then wins, then fewer deaths, then id', async () => {
    await fill(await board(), [
      { name: 'below zero', points: -500, wins: 9 },
      { name: 'zero', points: 0, wins: 9 },
      { name: 'rich', points: 5000 },
      { name: 'deaths', points: 50, wins: 3, deaths: 7 },
      { name: 'fewer deaths', points: 50, wins: 3, deaths: 6 },
      { name: 'more wins', points: 50, wins: 4, deaths: 99 },
      { name: 'richer', points: 5001 },
    ])
    expect(names(await read('?limit=10'))).toEqual([
      ...['richer', 'rich', 'more wins', 'fewer deaths', 'deaths', 'zero', 'below zero'],
    ])
    expect((await read('?limit=10')).entries.at(-1)?.stats.points).toBe(-500)
  })

  test('any page, position and neighbourhood agree with a plain sort of 600 players full of ties', async () => {
    const above = [1, 5, 20, 1023, 1024, 1025, 2047, 2048, 70_000, 70_001, 2_000_000_000]
    const totals = [...above.map((points) => -points), 0, 0, ...above]
    const players = Array.from({ length: 600 }, (_, n) => ({
      name: `T${n}`,
      points: totals[(n * 7) % totals.length]!,
      wins: [0, 1, 254, 255, 256, 90_000][n % 6]!,
      deaths: [0, 1, 254, 255, 256, 70_000][(n * 5) % 6]!,
    }))
    await fill(await board(), players)
    const truth = await sql<{ id: number }>`
      SELECT user_id AS id FROM player_stats ORDER BY points DESC, wins DESC, deaths, user_id
    `.execute(site.database.sql)
    const ids = truth.rows.map((row) => row.id)
    for (let offset = 0; offset <= 600; offset += 37) {
      const page = await read(`?limit=50&offset=${offset}`)
      expect(page.total).toBe(600)
      expect(page.entries.map((entry) => entry.user.id)).toEqual(ids.slice(offset, offset + 50))
      expect(page.entries.map((entry) => entry.position)).toEqual(
        page.entries.map((_, at) => offset + at + 1),
      )
    }
    for (let at = 0; at < 600; at += 23) {
      const { json } = await site.browser().get(`/api/leaderboard/around/${ids[at]}`)
      const own = json.entries.find((entry: { user: { id: number } }) => entry.user.id === ids[at])
      expect(own.position).toBe(at + 1)
    }
  })

  test('a page behind the last is empty and says the total', async () => {
    await fill(await board(), [{ name: 'One' }, { name: 'Two' }])
    expect(await read('?offset=2')).toMatchObject({ total: 2, entries: [] })
    expect(await read('?offset=2147483647')).toMatchObject({ total: 2, entries: [] })
  })
})

describe('search', () => {
  test('[board.12] keeps true positions and counts the matches, whatever the case', async () => {
    await fill(
      await board(),
      Array.from({ length: 40 }, (_, n) => ({
        name: n % 10 === 3 ? `Fox ${n}` : `Dog ${n}`,
        points: 1000 - n,
      })),
    )
    const found = await read('?search=fOX&limit=3')
    expect(found.total).toBe(4)
    expect(found.entries.map((entry) => [entry.position, entry.user.username])).toEqual([
      [4, 'Fox 3'],
      [14, 'Fox 13'],
      [24, 'Fox 23'],
    ])
    expect((await read('?search=fox&limit=3&offset=3')).entries.map((entry) => entry.position)).toEqual([34])
    expect(await read('?search=fox&offset=9')).toMatchObject({ total: 4, entries: [] })
    expect(await read('?search=cat')).toMatchObject({ total: 0, entries: [] })
    expect((await read('?search=')).total).toBe(40)
  })

  test('%, _ and \\ are letters like any other', async () => {
    await fill(await board(), [
      { name: '100% real' },
      { name: '100x real' },
      { name: 'a_b_c' },
      { name: 'axbxc' },
    ])
    expect(names(await read('?search=00%25'))).toEqual(['100% real'])
    expect(names(await read('?search=a_b'))).toEqual(['a_b_c'])
    expect(names(await read(`?search=${encodeURIComponent('a\\b')}`))).toEqual([])
  })

  test('every script is found', async () => {
    await fill(await board(), [{ name: 'لاعب ماهر' }, { name: 'ИГРОК' }, { name: '強い狐です' }])
    for (const [text, name] of [
      ['عب م', 'لاعب ماهر'],
      ['игро', 'ИГРОК'],
      ['い狐で', '強い狐です'],
    ]) {
      expect(names(await read(`?search=${encodeURIComponent(text!)}`))).toEqual([name])
    }
  })
})

describe('around', () => {
  test('[board.13] the player and two neighbours each side, fewer at the ends', async () => {
    const ids = await fill(
      await board(),
      Array.from({ length: 9 }, (_, n) => ({ name: `N${n}`, points: 90 - n })),
    )
    const around = async (at: number) => (await site.browser().get(`/api/leaderboard/around/${ids[at]}`)).json
    expect(await around(4)).toMatchObject({
      gameType: 'overall',
      period: 'all',
      total: 9,
      limit: 5,
      offset: 2,
    })
    expect(names(await around(4))).toEqual(['N2', 'N3', 'N4', 'N5', 'N6'])
    expect(names(await around(0))).toEqual(['N0', 'N1', 'N2'])
    expect(names(await around(8))).toEqual(['N6', 'N7', 'N8'])
  })

  test('somebody known who has not played there is nowhere', async () => {
    await fill(await board(), [{ name: 'Somebody' }])
    const member = await site.member()
    const { json } = await site.browser().get(`/api/leaderboard/around/${member.user.id}`)
    expect(json).toMatchObject({ total: 1, entries: [] })
  })
})
