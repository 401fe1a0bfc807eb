import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publicPaths } from '../../../../contract/content/public-paths.ts'
import { accountOf, event, gameServer, match, player } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { createCup } from '../../cups/testing/cup-setup.ts'
import { createEvent, memberWithRank } from '../../events/testing/event-setup.ts'

let site: TestApp
beforeEach(async () => {
  site = await testApp({ environment: { PUBLIC_URL: 'https://foxes.example', RATE_LIMITS: 'off' } })
})
afterEach(() => {
  vi.restoreAllMocks()
  return site.close()
})

const entry = /<(?:url|sitemap)><loc>([^<>&]+)<\/loc>(?:<lastmod>([^<>&]+)<\/lastmod>)?<\/(?:url|sitemap)>\n/g
/** The complete allowed structure. */
const document = new RegExp(
  `^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\n<(urlset|sitemapindex) xmlns="http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9">\n((?:${entry.source})*)</\\1>\n$`,
)

async function read(url: string) {
  const response = await site.app.inject(url)
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ])
  const parts = document.exec(response.body)
  expect(parts, response.body.slice(0, 500)).not.toBeNull()
  const entries = [...(parts?.[2] ?? '').matchAll(entry)].map(([, address, changed]) => ({
    address,
    changed,
  }))
  return { kind: parts?.[1], entries, addresses: entries.map(({ address }) => address) }
}

const pages = publicPaths.map((path) => `https://foxes.example${path}`)

/** Ranked players with these ids, as the ledger's projection stores them. */
async function rank(ids: readonly number[]): Promise<void> {
  await sql`
    WITH board AS (
      INSERT INTO boards (game_type, period, starts_on) VALUES ('overall', 'all', '1970-01-01')
      ON CONFLICT (game_type, period, starts_on) DO UPDATE SET period = excluded.period RETURNING id
    ), people AS (
      INSERT INTO users (id, gamertag, gamertag_at) OVERRIDING SYSTEM VALUE
      SELECT id, 'Tag ' || id, now() FROM unnest(${[...ids]}::int[]) AS id RETURNING id
    )
    INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
      best_streak, last_ended_at, last_match_id)
    SELECT board.id, people.id, 1, 0, 0, 0, 1, 0, 1, 1, 1, '2026-01-05T15:04:00Z', gen_random_uuid()
    FROM board, people
  `.execute(site.database.sql)
}

test('Before the first match the sitemap has the public pages', async () => {
  const { kind, addresses } = await read('/sitemap.xml')
  expect(kind).toBe('urlset')
  expect(addresses).toEqual(pages)
})

test('Players with a ranked match that counts are in it; posts are not', async () => {
  const server = await gameServer(site)
  await site.member('NeverPlayed')
  const endedAt = '2026-01-05T15:04:00.000Z'
  const times = { startedAt: '2026-01-05T15:00:00.000Z', endedAt }
  await server.report(
    event('match', match([player('s1', { points: 10 })], times)),
    event('match', match([player('s2')], { ...times, ranked: false })),
  )
  await (await site.member()).post('/api/posts', { content: 'The feed links to posts' })
  const { addresses } = await read('/sitemap.xml')
  expect(addresses.slice(pages.length)).toEqual([
    `https://foxes.example/player/${await accountOf(site, 's1')}`,
  ])
})

test('[inputs.23] lastmod of a player is when their page changed: by a match, its void or a new name, and not by being asked for', async () => {
  const server = await gameServer(site)
  let later = 0
  /** Of the next sitemap, which is made ten minutes later. */
  const changed = async () => {
    later += 600_000
    vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + performance.now() + later)
    const { entries } = await read('/sitemap.xml')
    vi.restoreAllMocks()
    const moment = entries.at(-1)?.changed ?? ''
    // A date of the W3C's profile of ISO 8601, and not in the future.
    expect(new Date(moment).toISOString()).toBe(moment)
    expect(Date.parse(moment)).toBeLessThanOrEqual(Date.now())
    return moment
  }
  const long = { startedAt: '2026-01-05T15:00:00.000Z', endedAt: '2026-01-05T15:04:00.000Z' }
  const [first, second] = [match([player('s1', { points: 10 })], long), match([player('s1', { points: 10 })])]
  const begun = new Date().toISOString()
  await server.report(event('match', first))
  const moments = [await changed()]
  expect(moments[0]! >= begun).toBe(true)
  expect(await changed()).toBe(moments[0])
  for (const change of [
    () => event('match', second),
    () => event('match.void', { matchId: second.matchId, reason: 'A cheater' }),
    () => event('player', { xuid: 's1', gamertag: 'New Name' }),
  ]) {
    await server.report(change())
    moments.push(await changed())
    expect(await changed()).toBe(moments.at(-1))
  }
  expect(moments).toEqual(moments.toSorted())
  expect(new Set(moments).size).toBe(4)
})

test('[inputs.23] lastmod of a news item is when it was published, or edited since', async () => {
  const editor = await memberWithRank(site, 'Admin')
  const body = { title: 'Spring season', slug: 'spring', summary: 'a', markdown: 'a' }
  const { id } = (await editor.post('/api/admin/news', body)).json
  await editor.post(`/api/admin/news/${id}/publication`, {})
  const shown = (await editor.get('/api/news/spring')).json
  const { entries } = await read('/sitemap.xml')
  expect(entries.at(-1)).toEqual({ address: 'https://foxes.example/news/spring', changed: shown.publishedAt })
})

describe('ids that do not fit into one file', () => {
  test('/sitemap.xml is an index of files, of those alone in which there is somebody', async () => {
    await rank([3, 9_999, 10_000, 45_678, 2_147_483_647])
    const { kind, addresses } = await read('/sitemap.xml')
    expect(kind).toBe('sitemapindex')
    expect(addresses).toEqual([
      'https://foxes.example/sitemap-pages.xml',
      'https://foxes.example/sitemap-players-0.xml',
      'https://foxes.example/sitemap-players-1.xml',
      'https://foxes.example/sitemap-players-4.xml',
      'https://foxes.example/sitemap-players-214748.xml',
    ])
    expect((await read('/sitemap-pages.xml')).addresses).toEqual(pages)
    expect((await read('/sitemap-players-0.xml')).addresses).toEqual([
      'https://foxes.example/player/3',
      'https://foxes.example/player/9999',
    ])
    expect((await read('/sitemap-players-1.xml')).addresses).toEqual(['https://foxes.example/player/10000'])
    expect((await read('/sitemap-players-214748.xml')).addresses).toEqual([
      'https://foxes.example/player/2147483647',
    ])
  })

  test('a file has at most 10,000 players', async () => {
    await rank(Array.from({ length: 10_001 }, (_, index) => 20_000 + index))
    const { addresses } = await read('/sitemap-players-2.xml')
    expect([addresses.length, addresses[0], addresses.at(-1)]).toEqual([
      10_000,
      'https://foxes.example/player/20000',
      'https://foxes.example/player/29999',
    ])
  })

  test.each(['-1', '01', 'x', '7', '9999999', '1.5'])('file %s does not exist', async (part) => {
    await rank([3])
    expect((await site.app.inject(`/sitemap-players-${part}.xml`)).statusCode).toBe(404)
  })
})

test('A crawler that comes again does not make the database work again', async () => {
  const first = await site.app.inject('/sitemap.xml')
  await rank([5])
  const second = await site.app.inject('/sitemap.xml')
  expect(second.body).toBe(first.body)
  const again = await site.app.inject({
    url: '/sitemap.xml',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('[cups.126] Cups are in the sitemap, other events are not', async () => {
  await createEvent(site)
  const id = await createCup(site, await memberWithRank(site, 'Helper'))
  expect((await read('/sitemap.xml')).addresses.slice(pages.length)).toEqual([
    `https://foxes.example/cups/${id}`,
  ])
})
