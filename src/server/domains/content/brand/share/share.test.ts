import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publicPaths } from '../../../../../contract/content/public-paths.ts'
import { rateLimits } from '../../../../../contract/limits.ts'
import type { MatchPlayer } from '../../../../../contract/players/players-schemas.ts'
import { sayInEnglish } from '../../../../platform/languages/say.ts'
import { rootDir } from '../../../../store.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../../testing/game-server.ts'
import { type TestApp, type TestAppOptions, testApp, whenNotBusy } from '../../../../testing/test-app.ts'
import { createCup, staffMember } from '../../../cups/testing/cup-setup.ts'
import { createEvent } from '../../../events/testing/event-setup.ts'
import { cupCard } from './cup-card.ts'
import { body, display } from './fonts.ts'
import { runsOf } from './glyph-runs.ts'
import { sidesOf } from './match-card.ts'
import { sharedPages } from './pages.ts'
import { playerCard, type ShownPlayer } from './player-card.ts'
import { pageCard, siteCard } from './site-card.ts'
import { line } from './text.ts'

const names = {
  SITE_NAME: 'Night Foxes',
  SITE_SHORT_NAME: 'Foxes',
  GAME_HOST: 'play.foxes.example',
  GAME_PORT: '19999',
} as const

/** A site whose share images stay SVG. */
const drawingApp = (environment: TestAppOptions['environment'] = {}) =>
  testApp({ environment, renderImage: async (svg) => Buffer.from(svg) })

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await drawingApp({ ...names, RATE_LIMITS: 'off' })
  server = await gameServer(site)
})
afterAll(() => site.close())

const ask = (url: string, headers: Record<string, string> = {}, of = site) =>
  whenNotBusy(() => of.app.inject({ url, headers }))

/** Fetches a share image as SVG and checks what link previews need. */
async function image(url: string, of = site): Promise<string> {
  const response = await ask(url, {}, of)
  expect([response.statusCode, response.headers['content-type']], url).toEqual([200, 'image/png'])
  expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(response.body).toMatch(/^<svg .*<\/svg>$/s)
  return response.body
}

const english = { say: sayInEnglish, locale: 'en-US' }

let xuids = 0

/** A match won by the first player, with everybody's account. */
async function played(...tags: readonly string[]) {
  const people = tags.map((gamertag) => {
    xuids += 1
    return { gamertag, xuid: `x${xuids}` }
  })
  const report = match(
    people.map(({ xuid, gamertag }, index) =>
      player(xuid, { gamertag, result: index === 0 ? 'win' : 'loss', kills: 3 - index }),
    ),
  )
  await server.report(event('match', report))
  const ids = await Promise.all(people.map(({ xuid }) => accountOf(site, xuid)))
  return { matchId: report.matchId, ids, xuid: people[0]?.xuid ?? '' }
}

describe('what is refused', () => {
  test.each([
    ['/share/player/0.png', 400],
    ['/share/player/abc.png', 400],
    ['/share/player/05.png', 400],
    ['/share/player/2147483648.png', 400],
    ['/share/player/%00.png', 400],
    ['/share/player/2147483647.png', 404],
    ['/share/match/abc.png', 400],
    [`/share/match/${randomUUID()}.png`, 404],
    ['/share/season/abc.png', 400],
    ['/share/season/2147483647.png', 404],
    ['/share/post/abc.png', 400],
    ['/share/post/2147483647.png', 404],
    ['/share/news/nowhere.png', 404],
    ['/share/news/Not_A_Slug.png', 404],
    ['/share/page/nowhere.png', 404],
    ['/share/page/constructor.png', 404],
    ['/share/page/.png', 404],
  ])('%s answers %i', async (url, status) => {
    const response = await ask(url)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toContain('application/json')
  })
})

describe('the site and its pages', () => {
  test('[frame.33] Site name, game host and port come from configuration and change the share image, each of them', async () => {
    const [ofTheSite, ofAPage] = [new Set<string>(), new Set<string>()]
    for (const name of ['SITE_NAME', 'GAME_HOST', 'GAME_PORT', undefined] as const) {
      const one = await drawingApp(name === undefined ? {} : { [name]: names[name] })
      ofTheSite.add(await image('/share.png', one))
      ofAPage.add(await image('/share/page/rules.png', one))
      await one.close()
    }
    expect([ofTheSite.size, ofAPage.size]).toEqual([4, 4])
  })

  test('the site’s image says its name and nobody else’s', () => {
    const shown = {
      name: 'Night Foxes',
      shortName: 'Foxes',
      gameHost: 'h',
      gamePort: 1,
      publicUrl: 'https://x.example',
    }
    const outlinesOf = (text: string) => /<path .*<\/g><\/g>$/.exec(drawn(text))?.[0] ?? 'none'
    const drawn = (text: string) =>
      line({ text, faces: display, size: 1, fill: '#ffffff', x: 0, baseline: 0 })
    expect(siteCard(shown, english)).toContain(outlinesOf('Night Foxes'))
    expect(siteCard(shown, english)).not.toContain(outlinesOf('Vulx Network'))
  })

  test('every public page has one of its own', async () => {
    const images = await Promise.all(
      publicPaths.map((path) => image(path === '/' ? '/share.png' : `/share/page${path}.png`)),
    )
    expect(new Set(images).size).toBe(publicPaths.length)
  })

  test.each(['W'.repeat(64), '狐の網 <&>', '😀', '\u202eחתול <&>'])(
    'a site named %j has one, too',
    async (name) => {
      const other = await drawingApp({ ...names, SITE_NAME: name, GAME_HOST: `${'a'.repeat(240)}.example` })
      await image('/share.png', other)
      await image('/share/page/rules.png', other)
      await other.close()
    },
  )
})

describe('players and matches', () => {
  test.each([
    ['an everyday name', 'Alexandra'],
    ['markup', '</script><script>&amp;"'],
    ['a picture', '🦊🔥'],
    ['a script from right to left', '\u202eمحمد\u202c'],
    ['64 wide letters', 'W'.repeat(64)],
    ['one that fonts lack', '狐の網'],
  ])('are drawn with %s for a name', async (_what, name) => {
    const { matchId, ids } = await played(name, 'Bob')
    await image(`/share/player/${ids[0]}.png`)
    await image(`/share/match/${matchId}.png`)
    await image('/share/leaderboard.png')
  })

  test('a player’s image changes with the figures, the rank and the name, and is drawn again only then', async () => {
    const { ids, xuid } = await played('Changing', 'Other')
    const url = `/share/player/${ids[0]}.png`
    const first = await ask(url)
    expect(first.headers['cache-control']).toBe('public, max-age=120')
    const tag = String(first.headers.etag)
    const again = await ask(url, { 'if-none-match': tag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const seen = new Set([tag])
    const change = async (work: () => Promise<unknown>) => {
      await work()
      seen.add(String((await ask(url, { 'if-none-match': tag })).headers.etag))
    }
    await change(() => server.report(event('match', match([player(xuid, { gamertag: 'Changing' })]))))
    await change(() => sql`UPDATE users SET rank = 'Owner' WHERE id = ${ids[0]}`.execute(site.database.sql))
    await change(() =>
      server.report(event('match', match([player(xuid, { gamertag: 'Changed' })], { ranked: false }))),
    )
    expect(seen.size).toBe(4)
  })

  test('a member who never played has one', async () => {
    const member = await site.member('NeverPlayed')
    await image(`/share/player/${member.user.id}.png`)
  })

  test('an id that was merged shows the player who was kept', async () => {
    const { ids } = await played('Kept', 'Someone')
    await sql`INSERT INTO user_redirects (old_id, user_id) VALUES (1000000, ${ids[0]})`.execute(
      site.database.sql,
    )
    const kept = await image(`/share/player/${ids[0]}.png`)
    expect(await image('/share/player/1000000.png')).toBe(kept)
  })

  test('a voided match says so', async () => {
    const { matchId } = await played('Voided', 'Fight')
    const before = await image(`/share/match/${matchId}.png`)
    await server.report(event('match.void', { matchId, reason: 'lag' }))
    expect(await image(`/share/match/${matchId}.png`)).not.toBe(before)
  })
})

describe('events', () => {
  test('an event has an image of its own, which changes with its title and rewards; an unknown one is a 404', async () => {
    const add = async (title: string, rewards: string[]) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO events (title, description, start_date, rewards)
        VALUES (${title}, 'A night of duels', now() + interval '1 day', ${rewards}) RETURNING id
      `.execute(site.database.sql)
      return image(`/share/event/${rows[0]!.id}.png`)
    }
    const short = await add('Sumo Night', [])
    const long = await add(`${'Very '.repeat(14)}long <b>🏆</b> 狐`, ['Diamond for a month', 'A crown'])
    expect(short).not.toBe(long)
    expect((await ask('/share/event/2000000000.png')).statusCode).toBe(404)
    expect((await ask('/share/event/x.png')).statusCode).toBe(400)
  })
})

describe('cups', () => {
  test('[cups.124] What is no cup has no share image: 404, and 400 for what is no id', async () => {
    const id = await createEvent(site)
    for (const [path, status] of [
      ['2000000000', 404],
      [String(id), 404],
      ['x', 400],
    ] as const)
      expect((await ask(`/share/cup/${path}.png`)).statusCode, path).toBe(status)
  })

  test('[cups.125] A cup has a share image, which changes with its title, its seats and its champion', async () => {
    const staff = await staffMember(site)
    const url = (id: number) => `/share/cup/${id}.png`
    const id = await createCup(site, staff)
    const first = await image(url(id))
    const change = async (text: ReturnType<typeof sql>) => {
      await text.execute(site.database.sql)
      return image(url(id))
    }
    const named = await change(
      sql`UPDATE events SET title = ${`${'Very '.repeat(14)}long <b>🏆</b> 狐`} WHERE id = ${id}`,
    )
    const smaller = await change(sql`UPDATE cups SET seats = 16 WHERE event_id = ${id}`)
    await played('Champion')
    const champion = await change(sql`
      WITH view AS (
        INSERT INTO cup_views (event_id, state, last_fact_id, event_version, rounds) VALUES (${id}, 'final', 0, 1, '[]')
        ON CONFLICT (event_id) DO UPDATE SET state = 'final'
      )
      INSERT INTO cup_places (event_id, entrant, place, identity_ids)
      SELECT ${id}, 1, 1, ARRAY[max(id)] FROM game_identities`)
    expect(new Set([first, named, smaller, champion]).size).toBe(4)
  })
})

describe('[voice.39] a news item', () => {
  test('has an image once it is published, which changes with its title and summary', async () => {
    const add = async (title: string, summary: string) => {
      const slug = randomUUID()
      await sql`
        INSERT INTO news (slug, title, summary, markdown, html) VALUES (${slug}, ${title}, ${summary}, 'Soon', '')
      `.execute(site.database.sql)
      const url = `/share/news/${slug}.png`
      expect((await ask(url)).statusCode).toBe(404)
      await sql`
        UPDATE news SET publish_at = '2026-03-01', published_at = '2026-03-01', announced_at = '2026-03-01'
        WHERE slug = ${slug}
      `.execute(site.database.sql)
      return image(url)
    }
    const short = await add('Spring season', 'It begins.')
    const other = await add('Spring season', 'It begins on Monday.')
    const long = await add(`${'Very '.repeat(16)}long <b>🏆</b> 狐`, `${'Wide words '.repeat(26)}end`)
    await add('狐の網', '狐の網')
    expect(new Set([short, other, long]).size).toBe(3)
  })
})

describe('[voice.92] a post', () => {
  test('has an image, which changes with its text and ends with the post', async () => {
    const author = await site.member()
    const write = async (content: string) => {
      const { id } = (await author.post('/api/posts', { content })).json
      return { id, svg: await image(`/share/post/${id}.png`) }
    }
    const first = await write('Who is on tonight?')
    const long = await write(`${'Wide words <b>🏆</b> '.repeat(24)}狐`)
    await write('狐の網')
    await write('🦊🦊')
    await write('W'.repeat(500))
    expect(first.svg).not.toBe(long.svg)
    await author.patch(`/api/posts/${first.id}`, { content: 'Who is on at eight?' })
    expect(await image(`/share/post/${first.id}.png`)).not.toBe(first.svg)
    await author.delete(`/api/posts/${first.id}`)
    expect((await ask(`/share/post/${first.id}.png`)).statusCode).toBe(404)
  })
})

describe('the leaderboard', () => {
  test('before the first match it is drawn, too', async () => {
    const empty = await drawingApp()
    await image('/share/leaderboard.png', empty)
    await empty.close()
  })

  test('under maintenance it shows no results, and players no position', async () => {
    const closed = await drawingApp({ ...names, LEADERBOARD_MAINTENANCE: 'true' })
    const before = await image('/share/leaderboard.png', closed)
    const games = await gameServer(closed)
    await games.report(event('match', match([player('x', { gamertag: 'Leading', points: 50 })])))
    expect(await image('/share/leaderboard.png', closed)).toBe(before)
    const id = await accountOf(closed, 'x')
    const stats = (await closed.browser().get(`/api/stats/${id}`)).json
    const { siteName: name, siteShortName: shortName, gameHost, gamePort, publicUrl } = closed.context.config
    const settings = { name, shortName, gameHost, gamePort, publicUrl, boards: {} }
    const shown = { id, name: 'Leading', rank: 'Member', stats } as const
    const drawn = (position: number | undefined) => playerCard(settings, { ...shown, position }, english)
    const answered = await image(`/share/player/${id}.png`, closed)
    expect(answered).toBe(drawn(undefined))
    expect(answered).not.toBe(drawn(1))
    await closed.close()
  })
})

describe('[ranked.61] a season', () => {
  test('has an image once it is closed, with its champions', async () => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO seasons (name, starts_at, ends_at, opened_at)
      VALUES ('Frost 狐', '2020-01-01', '2020-02-01', '2020-01-01') RETURNING id
    `.execute(site.database.sql)
    const url = `/share/season/${rows[0]!.id}.png`
    expect((await ask(url)).statusCode).toBe(404)
    await sql`UPDATE seasons SET closed_at = '2020-02-02'`.execute(site.database.sql)
    const before = await image(url)
    const { ids } = await played('W'.repeat(60))
    await sql`
      INSERT INTO rating_tracks (mode, ladder) VALUES ('boxing', 'solo'), ('boxing', 'team') ON CONFLICT DO NOTHING
    `.execute(site.database.sql)
    await sql`
      INSERT INTO season_standings (season_id, track_id, identity_id, position, rating, deviation, volatility, matches,
        wins, tier, tier_colour)
      SELECT ${rows[0]!.id}, rating_tracks.id, identities.id, 1, 181240, 6000, 60000000, 20, 12, 'Lapis', '#8fb4ff'
      FROM rating_tracks, game_identities AS identities WHERE user_id = ${ids[0]} AND mode = 'boxing'
    `.execute(site.database.sql)
    const after = await image(url)
    expect(after).not.toBe(before)
    expect(await image(url)).toBe(after)
  })
})

describe('drawing', () => {
  test('makes a PNG of 1200 × 630 pixels and at most 200 kB', async () => {
    const { matchId, ids } = await played('</script><script>&amp;"', 'W'.repeat(64))
    const real = await testApp({ environment: { ...names, RATE_LIMITS: 'off' }, store: site.store })
    for (const url of ['/share.png', `/share/player/${ids[0]}.png`, `/share/match/${matchId}.png`]) {
      const { rawPayload } = await ask(url, {}, real)
      const { width, height, format } = await sharp(rawPayload).metadata()
      expect([width, height, format], url).toEqual([1200, 630, 'png'])
      expect(rawPayload.length).toBeLessThan(200_000)
    }
    await real.close()
  })

  test('is limited for an address: the next one is refused with when to come again, and nobody else is', async () => {
    const limited = await drawingApp()
    const { points } = rateLimits.shareImages
    await sql`
      INSERT INTO users (username, password_hash) SELECT 'Drawn ' || n, 'none' FROM generate_series(1, ${points + 2}::int) AS n
    `.execute(limited.database.sql)
    const { rows } = await sql<{ id: number }>`SELECT id FROM users ORDER BY id`.execute(limited.database.sql)
    const urls = rows.map(({ id }) => `/share/player/${id}.png`)
    const [greedy, other] = [limited.browser(), limited.browser()]
    for (const url of urls.slice(0, points)) expect((await greedy.get(url)).status).toBe(200)
    for (const url of urls.slice(points)) {
      const refused = await greedy.get(url)
      expect([refused.status, refused.json.code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    // Cached images do not count towards the limit.
    expect((await greedy.get(urls[0]!)).status).toBe(200)
    expect((await other.get(urls[points]!)).status).toBe(200)
    expect((await greedy.get(urls[points]!)).status).toBe(200)
    const { rows: counted } = await sql<{ points: number }>`
      SELECT points FROM rate_limits WHERE key LIKE 'shareImages:%' ORDER BY points
    `.execute(limited.database.sql)
    expect(counted).toEqual([{ points: 1 }, { points: points + 2 }])
    await limited.close()
  })

  test('content that changes while the site runs changes the image', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'content-'))
    await cp(join(rootDir, 'content'), dir, { recursive: true })
    const changing = await drawingApp({ CONTENT_DIR: dir, RATE_LIMITS: 'off' })
    const before = await image('/share/leaderboard.png', changing)
    const file = join(dir, 'pages.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^( +overall:).*$/m, '$1 Everything'))
    await vi.waitFor(async () => expect(await image('/share/leaderboard.png', changing)).not.toBe(before), {
      timeout: 30_000,
      interval: 100,
    })
    await changing.close()
    await rm(dir, { recursive: true })
  })
})

const languages = ['en', 'de', 'es', 'fr', 'pt-BR']

describe('languages', () => {
  let site: TestApp
  let id: number
  beforeAll(async () => {
    site = await drawingApp({ ...names, RATE_LIMITS: 'off', LANGUAGES: languages.join(', ') })
    const games = await gameServer(site)
    await games.report(event('match', match([player('x', { gamertag: 'Leading', points: 1_234 })])))
    id = await accountOf(site, 'x')
  })
  afterAll(() => site.close())

  const bytesOf = async (url: string, headers: Record<string, string> = {}, of = site) => {
    const response = await ask(url, headers, of)
    expect([response.statusCode, response.headers['cache-control']?.slice(0, 15)], url).toEqual([
      200,
      'public, max-age',
    ])
    // Shared caches keep one for everybody.
    expect(String(response.headers.vary ?? '')).not.toMatch(/cookie|accept-language/i)
    return response.body
  }

  test('[languages.65] A language that is not offered and nonsense give the default; whoever asks, and what was asked before, changes no image', async () => {
    const german = { cookie: 'lang=de', 'accept-language': 'de', 'x-language': 'de' }
    for (const path of ['/share.png', '/share/page/rules.png', `/share/player/${id}.png`]) {
      const first = await bytesOf(`${path}?lang=de`, german)
      const bare = await bytesOf(path, german)
      expect(first, path).not.toBe(bare)
      for (const query of [
        'lang=',
        'lang=nl',
        'lang=../de',
        `lang=${'x'.repeat(500)}`,
        'lang=de&lang=fr',
        'lang=en',
      ])
        expect(await bytesOf(`${path}?${query}`, german), query).toBe(bare)
      expect(await bytesOf(`${path}?lang=de`, { 'accept-language': 'fr' })).toBe(first)
    }
  })

  test('[languages.65] Every image is another in each language, and whoever has one of them is sent the other', async () => {
    for (const path of [
      '/share.png',
      '/share/page/live.png',
      '/share/leaderboard.png',
      `/share/player/${id}.png`,
    ]) {
      const all = await Promise.all([...languages, ...languages].map((tag) => bytesOf(`${path}?lang=${tag}`)))
      expect(all.slice(languages.length)).toEqual(all.slice(0, languages.length))
      expect(new Set(all).size, path).toBe(languages.length)
    }
    const url = `/share/player/${id}.png`
    const { etag } = (await ask(url, {}, site)).headers
    expect((await ask(url, { 'if-none-match': String(etag) }, site)).statusCode).toBe(304)
    expect((await ask(`${url}?lang=fr`, { 'if-none-match': String(etag) }, site)).statusCode).toBe(200)
  })

  test('[languages.65] Images of languages differ as well where the words of the network do not', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'content-'))
    await cp(join(rootDir, 'content'), dir, { recursive: true })
    const file = join(dir, 'pages.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^( +overall:).*$/m, '$1 Everything'))
    for (const tag of languages) await rm(join(dir, tag), { recursive: true, force: true })
    const own = await drawingApp({
      ...names,
      RATE_LIMITS: 'off',
      LANGUAGES: languages.join(', '),
      CONTENT_DIR: dir,
    })
    const all = await Promise.all(languages.map((tag) => bytesOf(`/share.png?lang=${tag}`, {}, own)))
    expect(new Set(all).size).toBe(languages.length)
    await own.close()
    await rm(dir, { recursive: true })
  })

  test('[languages.65] An image without a language is in the default of the site', async () => {
    const other = await drawingApp({ ...names, RATE_LIMITS: 'off', LANGUAGES: 'de, en' })
    const path = '/share/page/rules.png'
    const english = { 'accept-language': 'en' }
    expect(await bytesOf(path, english, other)).toBe(await bytesOf(`${path}?lang=de`))
    expect(await bytesOf(`${path}?lang=fr`, english, other)).toBe(await bytesOf(`${path}?lang=de`))
    expect(await bytesOf(`${path}?lang=en`, {}, other)).toBe(await bytesOf(path))
    await other.close()
  })

  const outlinesOf = (text: string, faces = body) =>
    /<path .*<\/g><\/g>$/.exec(line({ text, faces, size: 1, fill: '#ffffff', x: 0, baseline: 0 }))![0]

  test('[languages.65] Texts, numbers and dates are those of the language', () => {
    const german = { say: site.context.languages.sayIn('de'), locale: 'de' }
    const shown = {
      name: 'Foxes',
      shortName: 'Foxes',
      gameHost: 'h',
      gamePort: 1,
      publicUrl: 'https://x.example',
    }
    const cup = {
      id: 1,
      title: 'Cup',
      format: 'arena',
      cut: 8,
      modeName: 'Boxing',
      phase: 'running',
      startDate: '2026-12-05T20:30:00Z',
      seats: 5_000,
      entrantCount: 1_234,
      champion: null,
    } as const
    const drawn = cupCard(shown, cup, german)
    expect(drawn).toContain(outlinesOf('Wird gerade gespielt · 5. Dez. 2026, 20:30 UTC'))
    expect(drawn).toContain(outlinesOf('1.234 von 5.000 Plätzen', display))
    expect(drawn).toContain(outlinesOf('Boxing · Arena, dann ein Final-Turnierbaum mit 8'))
    const inEnglish = cupCard(shown, cup, english)
    expect(inEnglish).toContain(outlinesOf('Being played · Dec 5, 2026, 8:30 PM UTC'))
    expect(inEnglish).toContain(outlinesOf('1,234 of 5,000 seats', display))
    expect(inEnglish).toContain(outlinesOf('Boxing · Arena, then a final bracket of 8'))
    const stats = { points: 1_234, kills: 5, deaths: 2, winStreak: 3, wins: 4 } as ShownPlayer['stats']
    const rating = { mode: 'sumo', rating: 1_684.4, tier: 'Lapis', tierColour: '#8fb4ff', step: 3 }
    const ofPlayer = playerCard(
      { ...shown, boards: { sumo: 'Sumo' } },
      { id: 1, name: 'Fox', rank: 'Member', stats, position: undefined, rating },
      german,
    )
    for (const text of ['1.234', '2,50', 'Lapis 1.684 Sumo'])
      expect(ofPlayer).toContain(outlinesOf(text, display))
    expect(ofPlayer).toContain(outlinesOf('Siegesserie'))
  })

  test('[languages.65] Headings of pages are whole in each language', () => {
    for (const tag of languages)
      for (const page of Object.values(sharedPages)) {
        const say = site.context.languages.sayIn(tag)
        const svg = pageCard(
          { name: 'Foxes', shortName: 'Foxes', gameHost: 'h', gamePort: 1, publicUrl: 'https://x.example' },
          page,
          { say },
        )
        expect(svg, say(page[0])).toContain(outlinesOf(say(page[0]), display))
      }
  })
})

const part = (id: number, result: MatchPlayer['result'], team: string | null = null) =>
  ({ user: { id }, result, team }) as MatchPlayer
const idsOf = (players: readonly MatchPlayer[]) =>
  sidesOf(players).map((side) => side.map(({ user }) => user.id))

test.each([
  ['a duel', [part(1, 'win'), part(2, 'loss')], [[1], [2]]],
  ['a duel that nobody won', [part(1, 'draw'), part(2, 'draw')], [[1], [2]]],
  ['teams', [part(1, 'win', 'red'), part(2, 'win', 'red'), part(3, 'loss', 'blue')], [[1, 2], [3]]],
  [
    'teams without a winner',
    [part(1, 'draw', 'red'), part(2, 'draw', 'blue'), part(3, 'draw', 'red')],
    [[1, 3], [2]],
  ],
  ['a crowd', [part(1, 'win'), part(2, 'loss'), part(3, 'loss')], [[1], [2, 3]]],
  ['somebody alone', [part(1, 'win')], [[1], []]],
])('The two sides of %s', (_what, players, expected) => {
  expect(idsOf(players)).toEqual(expected)
})

test('No text of an image needs a font that is not there', () => {
  expect(
    runsOf('Leaderboards #1,234 “quoted” …', display).every(({ file }) => file.includes('@fontsource')),
  ).toBe(true)
})
