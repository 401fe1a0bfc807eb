import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Executor } from '../../platform/database/database.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { bySize } from '../../testing/size.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { whileOpen } from '../../testing/while-open.ts'
import { cursorOf } from './arrival-cursor.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  await server.report(
    event('match', match([player('1'), player('2', { result: 'loss' })])),
    event('match', match([player('1'), player('2', { result: 'loss' })], { gameType: 'sumo' })),
  )
})
afterAll(() => site.close())

const get = async (query: string) => (await site.browser().get(`/api/matches?${query}`)).json

/** Stores matches as a batch does, without their players. */
const arrive = (executor: Executor, ids: readonly string[] | RawBuilder<unknown>) =>
  sql`INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
    SELECT id, ${server.id}, 'boxing', false, now(), now(), sha256('') FROM
    ${Array.isArray(ids) ? sql`unnest(${[...ids]}::uuid[]) AS id` : ids}`.execute(executor)

const storedIds = async () =>
  (
    await sql<{ id: string }>`SELECT match_id AS id FROM matches ORDER BY match_id`.execute(site.database.sql)
  ).rows.map(({ id }) => id)

describe('GET /api/matches', () => {
  test('[doors.50] A cursor of another list or mode, what is neither time nor cursor, and a 101st match are a 400', async () => {
    const { next } = await get('limit=1')
    const ofCases = Buffer.from('cases * 1').toString('base64url')
    for (const [field, query] of [
      ['since', `since=${next}&mode=sumo`],
      ['since', `since=${cursorOf(1, 'sumo')}`],
      ['since', `since=${ofCases}`],
      ['since', `since=${randomUUID()}`],
      ['since', 'since=17'],
      ['since', 'since=yesterday'],
      ['limit', 'limit=101'],
      ['limit', 'limit=0'],
    ] as const) {
      const { status, json } = await site.browser().get(`/api/matches?${query}`)
      expect([query, status, Object.keys(json.fields)]).toEqual([query, 400, [field]])
    }
  })

  test('[doors.51] Pages go on where the last one ended, and an empty one says where to ask again', async () => {
    const first = await get('limit=1')
    expect([first.matches.length, first.more]).toEqual([1, true])
    const second = await get(`limit=1&since=${first.next}`)
    expect([second.matches.length, second.more]).toEqual([1, false])
    const third = await get(`since=${second.next}`)
    expect(third).toEqual({ matches: [], next: second.next, more: false })
    const fight = match([player('1'), player('2', { result: 'loss' })])
    await server.report(event('match', fight))
    const fourth = await get(`since=${third.next}`)
    expect(fourth.matches.map(({ matchId }: { matchId: string }) => matchId)).toEqual([fight.matchId])
    expect(fourth.matches[0]).toMatchObject({
      gameType: 'boxing',
      players: [{ user: { username: 'Tag 1' } }, {}],
    })
  })

  test('[doors.51] A mode narrows the list, and a time begins it', async () => {
    const { matches } = await get('mode=sumo')
    expect(matches).toHaveLength(1)
    expect(matches[0].gameType).toBe('sumo')
    const later = new Date(Date.now() + 60_000).toISOString()
    const end = await get(`since=${later}`)
    expect([end.matches, end.more]).toEqual([[], false])
    const fight = match([player('1'), player('2', { result: 'loss' })])
    await server.report(event('match', fight))
    expect((await get(`since=${end.next}`)).matches).toHaveLength(1)
    expect((await get('since=2020-01-01T00:00:00Z')).matches.length).toBeGreaterThan(2)
  })

  test('[doors.52] A batch that began first and ended last comes after the one that overtook it', async () => {
    const { next } = await get(`since=${new Date(Date.now() + 60_000).toISOString()}`)
    const [slow, quick] = [randomUUID(), randomUUID()]
    const { result, waited } = await whileOpen(
      site.database,
      (transaction) => arrive(transaction, [slow]),
      async () => {
        await arrive(site.database.sql, [quick])
        return get(`since=${next}`)
      },
    )
    const ids = (page: { matches: { matchId: string }[] }) => page.matches.map(({ matchId }) => matchId)
    expect([waited, ids(result)]).toEqual([false, [quick]])
    expect(ids(await get(`since=${result.next}`))).toEqual([slow])
  })

  test('[doors.53] A walk over all matches while more arrive finds each of them, and none twice', async () => {
    await arrive(
      site.database.sql,
      sql`(SELECT gen_random_uuid() AS id FROM generate_series(1, ${bySize(2_000, 100_000)}::int)) AS one`,
    )
    let isOver = false
    // Batches of all sizes that overlap: about 200 matches a second.
    const writer = async (n: number) => {
      for (let batch = 0; batch < bySize(10, 100); batch += 1)
        await site.database.sql.transaction().execute(async (transaction) => {
          for (let part = 0; part <= (n + batch) % 4; part += 1) {
            await arrive(
              transaction,
              Array.from({ length: 1 + ((n * batch) % 9) }, () => randomUUID()),
            )
            await sql`SELECT pg_sleep(${((n + part) % 5) / 50}::float8)`.execute(transaction)
          }
        })
    }
    const writing = Promise.all([1, 2, 3, 4].map(writer)).finally(() => {
      isOver = true
    })
    const found: string[] = []
    let since = ''
    for (;;) {
      const wasOver = isOver
      const page = await get(since === '' ? '' : `since=${since}`)
      for (const { matchId } of page.matches) found.push(matchId)
      since = page.next
      if (wasOver && page.matches.length === 0) break
    }
    await writing
    expect(found.toSorted()).toEqual(await storedIds())
  })
})

describe('GET /api/players', () => {
  test('[doors.54] 101 ids, none, both kinds and what is no id are a 400 that names the field', async () => {
    const many = Array.from({ length: 101 }, (_, n) => n + 1).join(',')
    for (const [field, query] of [
      ['ids', `ids=${many}`],
      ['xuids', `xuids=${many}`],
      ['ids', ''],
      ['ids', 'ids=1&xuids=1'],
      ['ids', 'ids=1,x'],
      ['ids', 'ids='],
      ['xuids', 'xuids=1,-2'],
    ] as const) {
      const { status, json } = await site.browser().get(`/api/players?${query}`)
      expect([query, status, Object.keys(json.fields)]).toEqual([query, 400, [field]])
    }
  })

  test('[doors.55] Players come in the order asked for, by id or XUID; unknown and forgotten ones are left out', async () => {
    const [one, two] = [await accountOf(site, '1'), await accountOf(site, '2')]
    await server.report(event('player', player('33')))
    const visitor = site.browser()
    const byId = (await visitor.get(`/api/players?ids=${two},2000000,${one}`)).json
    expect(byId.map(({ asked }: { asked: string }) => asked)).toEqual([`${two}`, `${one}`])
    expect(byId[1]).toMatchObject({
      user: { id: one, username: 'Tag 1' },
      stats: { wins: expect.any(Number) },
    })
    await sql`UPDATE game_identities SET value = 'forgotten x', forgotten_at = now() WHERE value = '33'`.execute(
      site.database.sql,
    )
    const byXuid = (await visitor.get('/api/players?xuids=2,33,99,1')).json
    expect(
      byXuid.map(({ asked, user }: { asked: string; user: { id: number } }) => [asked, user.id]),
    ).toEqual([
      ['2', two],
      ['1', one],
    ])
  })
})
