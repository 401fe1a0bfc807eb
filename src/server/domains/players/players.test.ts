import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { rateUntilDone } from '../rankings/ratings/worker.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const found = async (text: string, more = '') => {
  const response = await site.browser().get(`/api/players/search?username=${encodeURIComponent(text)}${more}`)
  expect(response.status).toBe(200)
  return response.json as {
    user: { id: number; username: string }
    stats: { wins: number; points: number }
  }[]
}
const named = (list: { user: { username: string } }[]) => list.map(({ user }) => user.username)

describe('search', () => {
  test('[search.09] under 3 characters is a 400, counted in characters and not in bytes', async () => {
    for (const text of ['', 'a', 'ab', ' ab ', '🦊🦊']) {
      const response = await site.browser().get(`/api/players/search?username=${encodeURIComponent(text)}`)
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, ['username']])
    }
    expect((await site.browser().get('/api/players/search')).status).toBe(400)
    expect((await site.browser().get('/api/players/search?username=abc&gameType=Chess!')).status).toBe(400)
    expect((await site.browser().get('/api/players/search?username=abc&gameType=chess')).status).toBe(404)
    expect(await found('🦊🦊🦊')).toEqual([])
  })

  test('[api.33] more than 60 searches a minute answer 429', async () => {
    const strict = await testApp()
    try {
      const browser = strict.browser()
      for (let n = 0; n < 60; n += 1) {
        expect((await browser.get('/api/players/search?username=abc')).status).toBe(200)
      }
      const refused = await browser.get('/api/players/search?username=abc')
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await strict.close()
    }
  })

  test('[search.08] [search.10] exact, prefix, inside, whatever the case; members and players alike', async () => {
    await site.member('xx Fennec xx')
    const member = await site.member('fenneC')
    await server.report(
      event('match', match([player('s1', { gamertag: 'FENNEC king', points: 10 })])),
      event('match', match([player('s2', { gamertag: 'Fennec queen', points: 90 })])),
      event('player', { xuid: 's3', gamertag: 'the fennec' }),
    )
    const list = await found('Fennec')
    expect(named(list).slice(0, 3)).toEqual(['fenneC', 'Fennec queen', 'FENNEC king'])
    expect(named(list).slice(3).sort()).toEqual(['the fennec', 'xx Fennec xx'])
    expect(list[0]).toEqual({
      user: { id: member.user.id, username: 'fenneC', avatarUrl: null, rank: 'Member' },
      stats: { wins: 0, points: 0 },
    })
  })

  test('[search.07] at most 20, with wins and points of the game type asked for', async () => {
    await server.report(
      ...Array.from({ length: 25 }, (_, n) =>
        event(
          'match',
          match([player(`many-${n}`, { gamertag: `Many ${n}`, points: n })], { gameType: 'sumo' }),
        ),
      ),
    )
    const list = await found('many')
    expect(list).toHaveLength(20)
    expect(list[0]).toMatchObject({ user: { username: 'Many 24' }, stats: { wins: 1, points: 24 } })
    expect((await found('Many 24', '&gameType=boxing'))[0]?.stats).toEqual({ wins: 0, points: 0 })
  })

  test('of players with equal points the one with more wins comes first', async () => {
    await server.report(
      event('match', match([player('tie1', { gamertag: 'Tied one', points: 30, result: 'loss' })])),
      event('match', match([player('tie2', { gamertag: 'Tied two', points: 10 })])),
      event('match', match([player('tie2', { gamertag: 'Tied two', points: 20 })])),
      event('match', match([player('tie3', { gamertag: 'Tied three', points: 30 })])),
    )
    expect(named(await found('tied'))).toEqual(['Tied two', 'Tied three', 'Tied one'])
  })

  test('%, _ and \\ mean themselves', async () => {
    await server.report(
      event('player', { xuid: 'w1', gamertag: 'wild%card' }),
      event('player', { xuid: 'w2', gamertag: 'wildXcard' }),
      event('player', { xuid: 'w3', gamertag: 'back\\slash' }),
    )
    expect(named(await found('wild%'))).toEqual(['wild%card'])
    expect(named(await found('ild_car'))).toEqual([])
    expect(named(await found('ack\\sla'))).toEqual(['back\\slash'])
  })

  test("a member's username is not found once the gamertag is shown", async () => {
    const member = await site.member('signinname')
    await sql`UPDATE users SET gamertag = 'ShownOnly', gamertag_at = now(), linked_at = now()
      WHERE id = ${member.user.id}`.execute(site.database.sql)
    expect(await found('signinname')).toEqual([])
    expect(named(await found('shownonly'))).toEqual(['ShownOnly'])
  })
})

describe('stats', () => {
  test('[player.21] a known account that never played gets zeros, an unknown one a 404', async () => {
    const member = await site.member()
    const zeros = {
      ...{ kills: 0, deaths: 0, assists: 0, wins: 0, losses: 0, points: 0, winStreak: 0, bestStreak: 0 },
      gameType: 'overall',
    }
    expect((await site.browser().get(`/api/stats/${member.user.id}`)).json).toEqual(zeros)
    expect((await member.get('/api/player-stats')).json).toEqual(zeros)
    const sumo = await site.browser().get(`/api/stats/${member.user.id}?gameType=sumo`)
    expect(sumo.json).toEqual({ ...zeros, gameType: 'sumo' })
    expect((await site.browser().get('/api/stats/2147483647')).status).toBe(404)
    expect((await site.browser().get('/api/stats/abc')).status).toBe(400)
    expect((await site.browser().get('/api/stats/1?gameType=Chess!')).status).toBe(400)
    expect((await site.browser().get('/api/stats/1?gameType=chess')).status).toBe(404)
    expect((await site.browser().get('/api/player-stats')).status).toBe(401)
  })

  test('[game.37] GET /api/stats/{id}/modes answers overall and every listed mode in the order of the boards, each as GET /api/stats/{id} does', async () => {
    await server.report(
      event('match', match([player('many-modes', { points: 20, kills: 3 })], { gameType: 'sumo' })),
      event(
        'match',
        match([player('many-modes', { points: -5, result: 'loss' })], { gameType: 'unlisted_mode' }),
      ),
    )
    const id = await accountOf(site, 'many-modes')
    const get = async (path: string) => (await site.browser().get(path)).json
    const all: { gameType: string }[] = await get(`/api/stats/${id}/modes`)
    const listed = (await get('/api/modes')).filter((mode: { listed: boolean }) => mode.listed)
    expect(all.map(({ gameType }) => gameType)).toEqual([
      'overall',
      ...listed.map(({ key }: { key: string }) => key),
    ])
    for (const stats of all) expect(stats).toEqual(await get(`/api/stats/${id}?gameType=${stats.gameType}`))
    expect(all.at(-1)).toMatchObject({ gameType: 'sumo', points: 20, kills: 3, winStreak: 1 })
    expect((await site.browser().get('/api/stats/2147483647/modes')).status).toBe(404)
    expect((await site.browser().get('/api/stats/abc/modes')).status).toBe(400)
  })
})

describe('a player', () => {
  test("[player.18] GET /api/users/{id} answers the user's fields without email, 404 when unknown", async () => {
    const member = await site.member()
    await member.patch('/api/user', { email: 'own@mail.example' })
    const { json } = await site.browser().get(`/api/users/${member.user.id}`)
    const fields = ['avatarUrl', 'bio', 'createdAt', 'discordTag', 'gamertag', 'id', 'lastLogin', 'rank']
    expect(Object.keys(json).sort()).toEqual([...fields, 'standing', 'username'])
    expect((await site.browser().get('/api/users/2147483647')).status).toBe(404)
  })
})

test('an unclaimed player was first seen no later than their first match, however late that was reported', async () => {
  const seen = async (id: number) => Date.parse((await site.browser().get(`/api/users/${id}`)).json.createdAt)
  await server.report(event('player', { xuid: 'late1', gamertag: 'Late Report' }))
  const id = await accountOf(site, 'late1')
  const heardOf = await seen(id)
  const day = (n: number) => ({ startedAt: `2026-01-0${n}T10:00:00Z`, endedAt: `2026-01-0${n}T10:05:00Z` })
  await server.report(event('match', match([player('late1')], day(3))))
  expect(await seen(id)).toBe(Date.parse(day(3).startedAt))
  await server.report(
    event('match', match([player('late1')], day(2))),
    event('match', match([player('late1')])),
  )
  expect(await seen(id)).toBe(Date.parse(day(2).startedAt))
  expect(heardOf).toBeGreaterThan(await seen(id))
  // A member's account age does not depend on earlier matches.
  const member = await site.member()
  const since = await seen(member.user.id)
  await sql`UPDATE game_identities SET user_id = ${member.user.id} WHERE value = 'late1'`.execute(
    site.database.sql,
  )
  expect(await seen(member.user.id)).toBe(since)
})

describe('matches', () => {
  const minute = (n: number) => {
    const endedAt = new Date(Date.now() - n * 60_000).toISOString()
    return { startedAt: endedAt, endedAt }
  }

  test('a history is newest first, page by page, with both sides, unranked and voided ones too', async () => {
    const all = [1, 2, 2, 3, 4].map((n) =>
      match(
        [
          player('h1', { kills: n, input: 'touch', pingMs: 20 }),
          player('h2', { result: 'loss', team: 'red' }),
        ],
        minute(n),
      ),
    )
    const plain = match([player('h1')], { ...minute(5), ranked: false })
    await server.report(...[...all, plain].map((data) => event('match', data)))
    await server.report(event('match.void', { matchId: all[0]!.matchId, reason: 'lag' }))
    const id = await accountOf(site, 'h1')
    const ids = (list: { matchId: string }[]) => list.map((one) => one.matchId)
    const whole = (await site.browser().get(`/api/players/${id}/matches`)).json
    expect(whole.map((one: { endedAt: string }) => one.endedAt)).toEqual(
      [...all, plain]
        .map((one) => one.endedAt)
        .sort()
        .reverse(),
    )
    expect(whole[0]).toMatchObject({ voided: true, ranked: true, gameType: 'boxing' })
    expect(whole.at(-1)).toMatchObject({ ranked: false, voided: false })
    expect(whole[0].players).toEqual([
      expect.objectContaining({
        ...{ user: { id, username: 'Tag h1', avatarUrl: null, rank: 'Member' }, result: 'win', kills: 1 },
        ...{ team: null, input: 'touch', pingMs: 20 },
      }),
      expect.objectContaining({ result: 'loss', team: 'red', input: null, pingMs: null }),
    ])
    let seen: string[] = []
    let next: string | undefined = `/api/players/${id}/matches?limit=2`
    while (next !== undefined) {
      const page = await site.browser().get(next)
      seen = [...seen, ...ids(page.json)]
      next = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(ids(whole))
  })

  test('[evening.03] matches are narrowed by mode, opponent, result and rated, page by page; what is neither is a 400', async () => {
    const team = (xuid: string, name: string, result: 'win' | 'loss') => player(xuid, { team: name, result })
    const played = [
      match([player('n1'), player('n2', { result: 'loss' })], minute(60)),
      match([player('n2'), player('n1', { result: 'loss' })], { ...minute(50), gameType: 'sumo' }),
      match([player('n1'), player('n3', { result: 'loss' })], { ...minute(40), ranked: false }),
      match(
        [
          team('n1', 'red', 'win'),
          team('n2', 'red', 'win'),
          team('n3', 'blue', 'loss'),
          team('n4', 'blue', 'loss'),
        ],
        { ...minute(30), gameType: 'bridge' },
      ),
      match([player('n3'), player('n1', { result: 'loss' })], minute(20)),
    ]
    await server.report(...played.map((data) => event('match', data)))
    await rateUntilDone(site.database)
    const [id, n2, n3] = await Promise.all(['n1', 'n2', 'n3'].map((xuid) => accountOf(site, xuid)))
    const found = async (query: string) => {
      const { json } = await site.browser().get(`/api/players/${id}/matches?${query}`)
      return json.map(({ matchId }: { matchId: string }) =>
        played.findIndex((one) => one.matchId === matchId),
      )
    }
    expect(await found('')).toEqual([4, 3, 2, 1, 0])
    expect(await found('mode=boxing')).toEqual([4, 2, 0])
    expect(await found('mode=nothing')).toEqual([])
    // A team mate is no opponent.
    expect(await found(`opponent=${n2}`)).toEqual([1, 0])
    expect(await found(`opponent=${n3}`)).toEqual([4, 3, 2])
    expect(await found(`opponent=${id}`)).toEqual([])
    expect(await found('result=loss')).toEqual([4, 1])
    expect(await found('rated=no')).toEqual([2])
    expect(await found(`rated=yes&result=win&opponent=${n2}&mode=boxing`)).toEqual([0])
    const first = await site.browser().get(`/api/players/${id}/matches?limit=2&mode=boxing`)
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))![1]!
    expect((await site.browser().get(next)).json.map(({ matchId }: { matchId: string }) => matchId)).toEqual([
      played[0]!.matchId,
    ])
    for (const wrong of ['result=won', 'rated=1', 'opponent=me', 'mode=*'])
      expect((await site.browser().get(`/api/players/${id}/matches?${wrong}`)).status).toBe(400)
  })

  test('bad ids are 400, unknown ones 404, a limit above 50 is a 400', async () => {
    const browser = site.browser()
    const member = await site.member()
    const status = async (url: string) => (await browser.get(url)).status
    expect(await status('/api/players/abc/matches')).toBe(400)
    expect(await status('/api/players/2147483647/matches')).toBe(404)
    expect(await status(`/api/players/${member.user.id}/matches?before=1`)).toBe(400)
    expect(await status(`/api/players/${member.user.id}/matches?limit=51`)).toBe(400)
    expect(await status(`/api/players/${member.user.id}/matches`)).toBe(200)
    expect(await status('/api/matches/1')).toBe(400)
    expect(await status(`/api/matches/${randomUUID()}`)).toBe(404)
    expect(await status(`/api/players/${member.user.id}/points-history?days=367`)).toBe(400)
    expect(await status('/api/players/2147483647/points-history')).toBe(404)
  })

  test('a match is read by its id', async () => {
    const data = match([player('m1'), player('m2', { result: 'loss' })])
    await server.report(event('match', data))
    const { json } = await site.browser().get(`/api/matches/${data.matchId.toUpperCase()}`)
    expect(json).toMatchObject({ matchId: data.matchId, endedAt: data.endedAt })
    expect(json.players).toHaveLength(2)
  })

  test('points by day: shown points at the end of each, voided and unranked ones left out', async () => {
    const day = (n: number, points: number, said: object = {}) =>
      match([player('d1', { points, result: points < 0 ? 'loss' : 'win' })], { ...minute(n * 1440), ...said })
    const gone = day(1, 500)
    await server.report(
      ...[
        day(100, 30),
        day(3, -50),
        day(2, 25),
        day(2, 25),
        gone,
        day(1, 70, { ranked: false }),
        day(0, 5),
      ].map((data) => event('match', data)),
      event('match', day(2, 100, { gameType: 'sumo' })),
      event('match.void', { matchId: gone.matchId, reason: 'cheat' }),
    )
    const id = await accountOf(site, 'd1')
    const date = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)
    const boxing = (await site.browser().get(`/api/players/${id}/points-history?gameType=boxing`)).json
    expect(boxing).toEqual({
      gameType: 'boxing',
      startPoints: 30,
      days: [
        { date: date(3), points: 0, wins: 0, losses: 1 },
        { date: date(2), points: 30, wins: 2, losses: 0 },
        { date: date(0), points: 35, wins: 1, losses: 0 },
      ],
    })
    const overall = (await site.browser().get(`/api/players/${id}/points-history?days=1`)).json
    expect(overall).toMatchObject({ gameType: 'overall', startPoints: 130, days: [{ points: 135 }] })
  })
})

test('[ranked.55] the newest ranked matches that count, at most six, none that is void, unranked, unlisted or old', async () => {
  const quiet = await testApp({ environment: { RATE_LIMITS: 'off' } })
  try {
    const games = await gameServer(quiet)
    const latest = async () =>
      (await quiet.browser().get('/api/matches/latest')).json as { matchId: string }[]
    const duel = (secondsAgo: number, fields: object = {}) =>
      match([player('t1'), player('t2', { result: 'loss' })], {
        startedAt: new Date(Date.now() - (secondsAgo + 60) * 1_000).toISOString(),
        endedAt: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
        ...fields,
      })
    expect(await latest()).toEqual([])
    const hidden = [duel(4, { ranked: false }), duel(3, { gameType: 'unlisted_mode' }), duel(7 * 3_600)]
    const voided = duel(5)
    const counted = [10, 20, 1_000, 2_000, 3_000, 7_200, 7_300].map((seconds) => duel(seconds))
    await games.report(...[...hidden, voided, ...counted].map((data) => event('match', data)))
    await games.report(event('match.void', { matchId: voided.matchId, reason: 'lag' }))
    const shown = await latest()
    expect(shown.map(({ matchId }) => matchId)).toEqual(counted.slice(0, 6).map(({ matchId }) => matchId))
    expect(shown[0]).toMatchObject({ gameType: 'boxing', ranked: true, voided: false })
  } finally {
    await quiet.close()
  }
})

test('[evening.50] the matches that ended last are of all modes or one, with their ratings once they are rated; a wrong limit or mode is a 400, one that is not listed a 404', async () => {
  const quiet = await testApp({ environment: { RATE_LIMITS: 'off' } })
  try {
    const games = await gameServer(quiet)
    const get = (query: string) => quiet.browser().get(`/api/matches/latest${query}`)
    for (const query of ['?limit=0', '?limit=31', '?limit=x', '?gameType=Chess!']) {
      expect([query, (await get(query)).status]).toEqual([query, 400])
    }
    for (const mode of ['chess', 'unlisted_mode']) {
      expect((await get(`?gameType=${mode}`)).status).toBe(404)
    }
    const duel = (gameType: string, secondsAgo: number) =>
      match([player('l1'), player('l2', { result: 'loss' })], {
        gameType,
        startedAt: new Date(Date.now() - (secondsAgo + 60) * 1_000).toISOString(),
        endedAt: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
      })
    const [one, two, sumo] = [duel('boxing', 10), duel('boxing', 4_000), duel('sumo', 20)]
    await games.report(...[one, two, sumo].map((data) => event('match', data)))
    const listed = async (query: string) =>
      (await get(query)).json as { matchId: string; ratings: { before: number; after: number }[] }[]
    const ids = async (query: string) => (await listed(query)).map(({ matchId }) => matchId)
    expect(await ids('')).toEqual([one.matchId, sumo.matchId, two.matchId])
    expect(await ids('?gameType=overall&limit=2')).toEqual([one.matchId, sumo.matchId])
    expect(await ids('?gameType=boxing')).toEqual([one.matchId, two.matchId])
    expect(await ids('?gameType=bridge')).toEqual([])
    expect((await listed('?gameType=sumo'))[0]?.ratings).toEqual([])
    await rateUntilDone(quiet.database)
    const [rated] = await listed('?gameType=sumo&limit=1')
    expect(rated?.ratings.map(({ before, after }) => [before, after > before])).toEqual([
      [1_500, true],
      [1_500, false],
    ])
  } finally {
    await quiet.close()
  }
})

test('[ranked.65] GET /api/players/{id}/devices counts inputs and devices of the last 30 matches, most used first; a deleted account has none', async () => {
  const ended = (n: number) => {
    const at = new Date(Date.now() - n * 1_000).toISOString()
    return { startedAt: at, endedAt: at }
  }
  const other = (n: number) => player(`dev-foe-${n}`, { result: 'loss', input: 'keyboard', device: 'Foe' })
  const plays = (n: number, fields: Record<string, string>) =>
    event('match', match([player('dev', fields), other(n)], ended(n)))
  await server.report(
    ...Array.from({ length: 5 }, (_, n) => plays(60 + n, { input: 'controller', device: 'Old' })),
    ...Array.from({ length: 20 }, (_, n) => plays(30 + n, { input: 'touch', device: 'Pixel' })),
    ...Array.from({ length: 8 }, (_, n) => plays(20 + n, { input: 'keyboard' })),
    plays(2, { device: 'iPad' }),
    plays(1, {}),
  )
  const id = await accountOf(site, 'dev')
  expect((await site.browser().get(`/api/players/${id}/devices`)).json).toEqual({
    matches: 30,
    inputs: [
      { input: 'touch', matches: 20 },
      { input: 'keyboard', matches: 8 },
    ],
    devices: [
      { device: 'Pixel', matches: 20 },
      { device: 'iPad', matches: 1 },
    ],
  })
  expect((await site.browser().get('/api/players/999999/devices')).status).toBe(404)
  expect((await site.browser().get('/api/players/0/devices')).status).toBe(400)

  await sql`UPDATE game_identities SET forgotten_at = now(), value = 'forgotten ' || id WHERE user_id = ${id}`.execute(
    site.database.sql,
  )
  const gone = await site.browser().get(`/api/players/${id}/devices?`)
  expect(gone.json).toEqual({ matches: 0, inputs: [], devices: [] })
})

test('[ranked.67] GET /api/players/{id}/places answers the position in each listed mode played and who is just ahead, the most played first', async () => {
  const won = (xuid: string, points: number, gameType: string) =>
    match([player(xuid, { points }), player('place-foe', { result: 'loss', points: -1_000 })], { gameType })
  const matches = [
    won('place-1', 9_000, 'bridge'),
    won('place-2', 8_000, 'bridge'),
    won('place-3', 7_977, 'bridge'),
    won('place-3', 9_500, 'sumo'),
    won('place-3', 9_500, 'sumo'),
  ]
  await server.report(...matches.map((one) => event('match', one)))
  const [first, second, third] = await Promise.all(
    ['place-1', 'place-2', 'place-3'].map((xuid) => accountOf(site, xuid)),
  )
  const places = async (id: number | undefined) =>
    (await site.browser().get(`/api/players/${id}/places`)).json
  const ahead = (id: number | undefined, points: number) => ({
    user: expect.objectContaining({ id }),
    points,
  })
  expect(await places(third)).toEqual([
    { gameType: 'sumo', position: 1, points: 19_000, ahead: null },
    { gameType: 'bridge', position: 3, points: 7_977, ahead: ahead(second, 8_000) },
  ])
  expect(await places(second)).toEqual([
    { gameType: 'bridge', position: 2, points: 8_000, ahead: ahead(first, 9_000) },
  ])
  const member = await site.member()
  const { id } = (await member.get('/api/user')).json
  expect(await places(id)).toEqual([])
  expect((await site.browser().get('/api/players/999999/places')).status).toBe(404)
})

test('[ranked.67] each place is the one that the board of the mode shows, also among equal figures', async () => {
  const equal = Array.from({ length: 12 }, (_, n) => `equal-${n}`)
  await server.report(
    ...equal.map((xuid, n) =>
      event(
        'match',
        match(
          [player(xuid, { points: 5 + (n % 3), deaths: n % 2 }), player('equal-foe', { result: 'loss' })],
          {
            gameType: 'fireball',
          },
        ),
      ),
    ),
  )
  const board = (await site.browser().get('/api/leaderboard?gameType=fireball&limit=50')).json.entries
  expect(board.length).toBe(13)
  for (const [index, { position, user, stats }] of board.entries()) {
    const [place] = (await site.browser().get(`/api/players/${user.id}/places`)).json
    const above = board[index - 1]
    expect(place).toEqual({
      gameType: 'fireball',
      position,
      points: stats.points,
      ahead: above === undefined ? null : { user: above.user, points: above.stats.points },
    })
  }
})
