import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { duel, fighter, requireAccepted } from './duels.mjs'

/**
 * @typedef {object} World a site with so many players and posts, and those who ask it
 * @property {string} url
 * @property {number} players
 * @property {number} posts
 * @property {string} secret of the game server
 * @property {{ cookie: string }} member
 * @property {{ cookie: string }} owner
 * @property {string} deepMatch the 100th match of player 1, who has 200 in every world
 * @property {(ids: number[]) => Promise<string[]>} gamertags
 */

/** @param {number} most */
const oneOf = (max) => 1 + Math.floor(Math.random() * max)

const modes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']

/** The mode in which players 2 * pair - 1 and 2 * pair meet (lib/world.mjs). @param {number} pair */
const modeOf = (pair) => modes[pair % 6]

const oneMode = () => modes[oneOf(6) - 1]

/** @param {World} world @param {string} path @param {RequestInit & { expect?: number }} [options] */
async function ask({ url, member }, path, { expect = 200, ...options } = {}) {
  const response = await fetch(url + path, { ...options, headers: { ...member, ...options.headers } })
  const text = await response.text()
  if (response.status !== expect)
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

/** @param {(world: World) => string} path */
const read = (path) => (world) => {
  const requests = path(world)
  return () => ask(world, requests)
}

/** @param {(world: World) => string} path */
const staffRead = (path) => (world) => {
  const requests = path(world)
  return () => ask(world, requests, { headers: world.owner })
}

/** @param {World} world @param {string} path @param {unknown} body @param {number} expect */
const send = (world, path, body, expect) =>
  ask(world, path, {
    method: 'POST',
    expect,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/**
 * What is timed, by name: each makes its question about something else every time (without being timed) and returns the
 * asking. Members ask, for whom nothing is kept.
 * @type {Record<string, (world: World) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>>}
 */
export const reads = {
  'leaderboard, first page': read(() => '/api/leaderboard?limit=50'),
  'leaderboard, page at 90 %': read(
    ({ players }) => `/api/leaderboard?limit=50&offset=${Math.floor(players * 0.9) - oneOf(50)}`,
  ),
  'leaderboard, search': read(() => '/api/leaderboard?search=zephyr'),
  'leaderboard, search, 50 rows': read(() => '/api/leaderboard?search=zephyr&limit=50'),
  'rating board, first page': read(() => `/api/leaderboard?gameType=${oneMode()}&by=rating&limit=50`),
  'rating board, season': read(
    () => `/api/leaderboard?gameType=${oneMode()}&by=rating&period=season:1&limit=50`,
  ),
  'rating board, page at 90 %': read(
    ({ players }) =>
      `/api/leaderboard?gameType=boxing&by=rating&limit=50&offset=${Math.floor((players / 6) * 0.9) - oneOf(50)}`,
  ),
  'rank of a player by rating': read(({ players }) => {
    const pair = oneOf(players / 2)
    return `/api/leaderboard/around/${2 * pair}?gameType=${modeOf(pair)}&by=rating`
  }),
  'ratings of a player': read(({ players }) => `/api/players/${oneOf(players)}/ratings`),
  'rating history of a player': read(({ players }) => {
    const pair = oneOf(players / 2)
    return `/api/players/${2 * pair}/rating-history?mode=${modeOf(pair)}`
  }),
  'common opponents': read(({ players }) => {
    const one = oneOf(players - 1)
    return `/api/head-to-head/${one}/${one + 1}/opponents`
  }),
  "player's places": read(({ players }) => `/api/players/${oneOf(players)}/places`),
  "player's devices": read(({ players }) => `/api/players/${oneOf(players)}/devices`),
  'head-to-head': read(({ players }) => {
    const pair = oneOf(players / 2)
    return `/api/head-to-head/${2 * pair - 1}/${2 * pair}`
  }),
  "player's opponents": read(({ players }) => `/api/players/${oneOf(players)}/opponents`),
  'page of a comparison': read(({ players }) => {
    const pair = oneOf(players / 2)
    return `/compare/${2 * pair - 1}/${2 * pair}`
  }),
  'page of seasons': read(() => '/seasons'),
  "member's day": read(() => '/api/today'),
  'rank of a player': read(({ players }) => `/api/leaderboard/around/${oneOf(players)}`),
  'stats of a player': read(({ players }) => `/api/stats/${oneOf(players)}?gameType=overall`),
  'page of a player': read(({ players }) => `/player/${oneOf(players)}`),
  "player's matches": read(({ players }) => `/api/players/${oneOf(players)}/matches`),
  "player's matches, page 11": read(({ deepMatch }) => `/api/players/1/matches?before=${deepMatch}`),
  "player's points by day": read(({ players }) => `/api/players/${oneOf(players)}/points-history`),
  'player search': read(() => '/api/players/search?username=zephyr'),
  'feed, first page': read(() => '/api/posts?limit=20'),
  'feed, page in the middle': read(
    ({ posts }) => `/api/posts?limit=20&before=${Math.floor(posts / 2) + oneOf(20)}`,
  ),
  'feed, last page': read(() => '/api/posts?limit=20&before=21'),
  'members online': read(() => '/api/community'),
  'live status': read(() => '/api/minecraft/status'),
  'admin, overview': staffRead(() => '/api/admin/overview'),
  'admin, members': staffRead(() => '/api/admin/members'),
  'admin, member search': staffRead(() => '/api/admin/members?search=zephyr'),
  'admin, open reports': staffRead(() => '/api/admin/moderation?status=open'),
  'admin, decided reports': staffRead(() => '/api/admin/moderation?status=decided'),
}

const post = { content: 'A post as people write them, of a sentence or two.' }

/** As reads; some make first what they then change. */
export const writes = {
  'ingest of one match': (world) => ingest(world, 1),
  'a match until it is rated': async (world) => {
    const report = await ingest(world, 1)
    return async () => untilRated(world, await report())
  },
  'ingest of 100 matches': (world) => ingest(world, 100),
  'write a post': (world) => () => send(world, '/api/posts', post, 201),
  'like a post': (world) => {
    const path = `/api/posts/${oneOf(world.posts)}/reactions`
    return () => send(world, path, { type: 'like' }, 200)
  },
  'delete a post': async (world) => {
    const { id } = JSON.parse(await send(world, '/api/posts', post, 201))
    return () => ask(world, `/api/posts/${id}`, { method: 'DELETE', expect: 204 })
  },
  'sign up': (world) => {
    const username = `new${randomUUID().replaceAll('-', '').slice(0, 20)}`
    return () =>
      send({ ...world, member: {} }, '/api/register', { username, password: 'benchmark password' }, 201)
  },
  'sign in': (world) => () =>
    send(
      { ...world, member: {} },
      '/api/login',
      { username: 'bench-member', password: 'benchmark password' },
      200,
    ),
}

/** Duels between players who are known, under the names they are known by, reported as they end; returns the first. */
async function ingest(world, count) {
  const ids = Array.from({ length: count }, () => {
    const one = oneOf(world.players - 1)
    return [one, one + 1]
  })
  const names = await world.gamertags(ids.flat())
  const gameTypes = ['nodebuff', 'boxing', 'sumo']
  const at = new Date().toISOString()
  const events = ids.map(([one, other], index) =>
    duel({
      at,
      gameType: gameTypes[index % gameTypes.length],
      winner: fighter(one, names[2 * index]),
      loser: fighter(other, names[2 * index + 1]),
    }),
  )
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${world.secret}` },
    body: JSON.stringify({ events }),
  }
  return async () => {
    requireAccepted(JSON.parse(await ask({ ...world, member: {} }, '/api/ingest/events', options)))
    return events[0].data.matchId
  }
}

/** Another address each time, since answers are cached for a second. */
async function untilRated(world, matchId) {
  for (;;) {
    const match = JSON.parse(await ask(world, `/api/matches/${matchId}?x=${randomUUID()}`))
    if (match.rated !== null) return
    await pause(5)
  }
}
