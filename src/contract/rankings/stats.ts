import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams } from '../ids.ts'

/** `overall` is the sum of the other six (spec 3, operating contract). */
export const gameTypes = ['overall', 'nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'] as const
export const GameType = z.enum(gameTypes)
export type GameType = (typeof gameTypes)[number]

/** The six that a match can be of. */
export const playedGameTypes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'] as const
export const PlayedGameType = z.enum(playedGameTypes)
export type PlayedGameType = (typeof playedGameTypes)[number]

export const Stats = z.object({
  kills: z.int(),
  deaths: z.int(),
  assists: z.int(),
  wins: z.int(),
  losses: z.int(),
  points: z.int(),
  winStreak: z.int(),
  bestStreak: z.int(),
  gameType: GameType,
})
export type Stats = z.infer<typeof Stats>

export const StatsQuery = z.object({ gameType: z._default(GameType, 'overall') })

/** Of an account that never played (rulings, stats). */
export const noStats = (gameType: GameType): Stats => ({
  kills: 0,
  deaths: 0,
  assists: 0,
  wins: 0,
  losses: 0,
  points: 0,
  winStreak: 0,
  bestStreak: 0,
  gameType,
})

/** Draws are no games here (spec 3). */
export const totalGames = (stats: Pick<Stats, 'wins' | 'losses'>) => stats.wins + stats.losses

/** Win rate in percent with 1 decimal, 0 if no games (spec 3). */
export const winRate = (stats: Pick<Stats, 'wins' | 'losses'>) =>
  totalGames(stats) === 0 ? '0' : ((stats.wins / totalGames(stats)) * 100).toFixed(1)

/** K/D: kills per death, or kills when nobody killed the player yet; 2 decimals (spec 3). */
export const killDeathRatio = (stats: Pick<Stats, 'kills' | 'deaths'>) =>
  (stats.deaths === 0 ? stats.kills : stats.kills / stats.deaths).toFixed(2)

/** Points that fill the progress bar (spec 9). */
export const pointsGoal = 150_000

/** Points as percent of the goal, capped at 100, 1 decimal (spec 9). */
export const pointsProgress = (points: number) =>
  Math.min(100, Math.max(0, (points / pointsGoal) * 100)).toFixed(1)

export const statsEndpoints = {
  own: endpoint({
    method: 'GET',
    path: '/api/player-stats',
    access: 'member',
    summary: "The signed-in member's overall stats; zeros before the first match",
    status: 200,
    answer: Stats,
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/stats/:id',
    access: 'public',
    sameForAll: true,
    summary: "A member's or player's stats in a game type; zeros before the first match",
    params: IdParams,
    query: StatsQuery,
    status: 200,
    answer: Stats,
  }),
}
