import { array, assert, asyncProperty, constantFrom, string } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../src/server/testing/game-server.ts'
import { type TestApp, testApp } from '../../src/server/testing/test-app.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const get = async (path: string) => {
  const { status, json } = await site.browser().get(path)
  expect([path, status]).toEqual([path, 200])
  return json
}
const shownName = async (id: number): Promise<string> => (await get(`/api/users/${id}`)).username
const foundIds = async (name: string): Promise<number[]> =>
  (await get(`/api/players/search?username=${encodeURIComponent(name)}`)).map(
    ({ user }: { user: { id: number } }) => user.id,
  )

describe('A gamertag that nobody can see', () => {
  test.each(['\u200b', ' ', '\u{e0041}', '\u2800\u2800', '\u3164'])(
    '[inputs.55] %j shows as Player and the number of the account, from the first match on and after a renaming',
    async (gamertag) => {
      const xuid = `blank-${gamertag.codePointAt(0)}`
      const sent = await server.report(
        event('match', match([player(xuid, { gamertag }), player('other', { gamertag: 'Other' })])),
      )
      expect(sent.json.results[0].status).toBe('accepted')
      const id = await accountOf(site, xuid)
      expect(await shownName(id)).toBe(`Player ${id}`)
      await server.report(event('player', { xuid, gamertag: 'Seen again' }))
      expect(await shownName(id)).toBe('Seen again')
      await server.report(event('player', { xuid, gamertag }))
      expect(await shownName(id)).toBe(`Player ${id}`)
      // What the game server said of the match is a fact and stays.
      const { rows } = await sql<{ gamertag: string }>`
        SELECT gamertag FROM match_players JOIN game_identities ON game_identities.id = identity_id
        WHERE user_id = ${id}`.execute(site.database.sql)
      expect(rows).toEqual([{ gamertag }])
    },
  )

  test('[inputs.55] optional parts that nobody can see count as absent and cost nothing', async () => {
    const said = match([player('p1'), player('p2')], { map: '\u200b', region: '\u2800' })
    const sent = await server.report(event('match', said))
    expect(sent.json.results[0].status).toBe('accepted')
    expect(await get(`/api/matches/${said.matchId}`)).toMatchObject({ map: null, region: null })
  })
})

describe('Texts that nobody can see', () => {
  test('[inputs.54] posts, comments, titles, names and bios of them are a 400 and store nothing', async () => {
    const owner = await memberWithRank(site, 'Owner', 'Reader')
    const post = await owner.post('/api/posts', { content: 'Seen' })
    const blank = '\u2800 \u200b'
    const counts = () =>
      sql`SELECT (SELECT count(*)::int FROM posts) AS posts, (SELECT count(*)::int FROM comments) AS comments,
        (SELECT count(*)::int FROM news) AS news, (SELECT count(*)::int FROM events) AS events,
        (SELECT count(*)::int FROM seasons) AS seasons, (SELECT count(bio)::int FROM users) AS bios`.execute(
        site.database.sql,
      )
    const before = (await counts()).rows
    const day = 86_400_000
    const at = (days: number) => new Date(Date.now() + days * day).toISOString()
    const refused = [
      await owner.post('/api/posts', { content: blank }),
      await owner.post(`/api/posts/${post.json.id}/comments`, { content: blank }),
      await owner.post('/api/admin/news', { title: blank, slug: 'blank', summary: 'S', markdown: 'M' }),
      await owner.post('/api/admin/news', { title: 'Title', slug: 'blank', summary: 'S', markdown: blank }),
      await owner.post('/api/admin/seasons', { name: blank, startsAt: at(1), endsAt: at(40) }),
      await owner.patch('/api/user', { bio: blank }),
      await owner.post('/api/reports', {
        ...{ gameMode: 'Other', severity: 'low' },
        ...{ reason: blank.repeat(3), details: blank.repeat(9) },
      }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
    expect((await counts()).rows).toEqual(before)
  })
})

describe('Two spellings of one name', () => {
  const spellings = ['NFC', 'NFD'] as const

  test('[inputs.56] find each other among players, on boards and among members', async () => {
    await server.report(
      event(
        'match',
        match([player('z1', { gamertag: 'Zoe\u0308 one' }), player('z2', { gamertag: 'Zo\u00eb two' })]),
      ),
    )
    const both = [await accountOf(site, 'z1'), await accountOf(site, 'z2')].sort()
    for (const form of spellings) {
      const name = 'Zo\u00eb'.normalize(form)
      expect((await foundIds(name)).sort(), form).toEqual(both)
      const board = await get(`/api/leaderboard?search=${encodeURIComponent(name)}`)
      expect(board.entries.map(({ user }: { user: { id: number } }) => user.id).sort(), form).toEqual(both)
    }
    // Another letter, not another spelling.
    expect(await foundIds('\u0417o\u00eb')).toEqual([])
  })

  test('[inputs.56] of any name find each other', async () => {
    let n = 0
    const letters = string({
      unit: constantFrom('e\u0301', '\u00e9', 'a', '각', '\u1112\u1161\u11ab', '\u0958', 'ỗ', '猫', 'Ω'),
      minLength: 3,
      maxLength: 8,
    })
    await assert(
      asyncProperty(
        array(letters, { minLength: 1, maxLength: 2 }),
        constantFrom(...spellings),
        async (words, form) => {
          n += 1
          const name = `fox${n} ${words.join(' ')}`
          const xuid = `any-${n}`
          await server.report(event('player', { xuid, gamertag: name.normalize(form) }))
          const id = await accountOf(site, xuid)
          for (const asked of [name, name.normalize('NFC'), name.normalize('NFD')]) {
            const found = await foundIds(asked)
            expect(found, asked).toContain(id)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

test('[inputs.58] names of two letters are found where both are Chinese, Japanese or Korean', async () => {
  await server.report(
    event('match', match([player('c1', { gamertag: '小明' }), player('c2', { gamertag: '小红帽' })])),
  )
  const id = await accountOf(site, 'c1')
  expect(await foundIds('小明')).toEqual([id])
  const board = await get(`/api/leaderboard?search=${encodeURIComponent('小明')}`)
  expect(board).toMatchObject({ total: 1, entries: [{ user: { id } }] })
  const staff = await memberWithRank(site, 'Admin', 'Counter')
  const cases = await staff.get(`/api/admin/cases?q=${encodeURIComponent('小明')}`)
  expect([cases.status, cases.json.cases]).toEqual([200, []])
  for (const path of ['/api/players/search?username=', '/api/leaderboard?search='])
    for (const text of ['小', '小a', 'ab'])
      expect((await site.browser().get(path + encodeURIComponent(text))).status, path + text).toBe(400)
})

describe('Spaces around what people paste', () => {
  test('[inputs.59] are no part of a sign-in name, an address, a tag, a link or a name to recover', async () => {
    const name = 'Ann1'
    const registered = await site.browser().post('/api/register', {
      username: ` ${name} `,
      password: 'correct horse',
      email: '\tann@fox.example\n',
    })
    expect([registered.status, registered.json.username, registered.json.email]).toEqual([
      201,
      name,
      'ann@fox.example',
    ])
    const browser = site.browser()
    const signedIn = await browser.post('/api/login', { username: `${name} `, password: 'correct horse' })
    expect([signedIn.status, signedIn.json.username]).toEqual([200, name])
    const changed = await browser.patch('/api/user', { email: ' new@fox.example', discordTag: ' @ann.fox ' })
    expect(changed.json).toMatchObject({ email: 'new@fox.example', discordTag: '@ann.fox' })
  })

  test('[inputs.59] are a part of a password', async () => {
    const password = ' spaced out '
    await site.browser().post('/api/register', { username: 'Spacer', password })
    const signIn = async (tried: string) =>
      (await site.browser().post('/api/login', { username: 'Spacer', password: tried })).status
    expect([await signIn(password), await signIn(password.trim())]).toEqual([200, 401])
  })
})
