// Players and matches that no other run knows, so that the kit can run against a site with data.
import { randomBytes, randomUUID } from 'node:crypto'
import { event } from './client.mjs'
import { same } from './expect.mjs'

/** Names no longer than the site's search takes, and found by nothing else. */
export function players(...names) {
  const run = randomBytes(4).toString('hex')
  return names.map((name) => ({
    pfid: randomBytes(8).toString('hex').toUpperCase(),
    gamertag: `Kit ${run} ${name}`,
  }))
}

const side = (player, result, points, figures) => ({
  ...player,
  result,
  kills: 1,
  deaths: 1,
  assists: 0,
  points,
  ...figures,
})

/** The mode that is reserved for the kit: its matches are stored and shown on no board. */
export const reserved = { gameType: 'conformance' }

/** A duel that `winner` won, `minutesAgo`. */
export function duel(winner, loser, { minutesAgo = 1, gameType = 'boxing', points = 10, ...more } = {}) {
  const endedAt = Date.now() - minutesAgo * 60_000
  return {
    matchId: randomUUID(),
    gameType,
    ranked: true,
    startedAt: new Date(endedAt - 60_000).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    players: [side(winner, 'win', points, { kills: 3 }), side(loser, 'loss', -points, { deaths: 3 })],
    ...more,
  }
}

export const matchEvent = (match) => event('match', match)

/** The account of each player, as the match tells. */
export async function idsOf(site, match) {
  const { players: seen } = await site.get(`/api/matches/${match.matchId}`)
  return match.players.map(({ gamertag }) => seen.find(({ user }) => user.username === gamertag)?.user.id)
}

/** Compares the figures named with those of a player. */
export async function expectStats(site, id, gameType, expected) {
  const stats = await site.get(`/api/stats/${id}?gameType=${gameType}`)
  const shown = Object.fromEntries(Object.keys(expected).map((field) => [field, stats[field]]))
  same(`stats of ${id} in ${gameType}`, shown, expected)
}
