/** `overall` is the sum of the other six (docs/spec/operating.md, Ingest). */
export const gameTypes = ['overall', 'nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'] as const

export type GameType = (typeof gameTypes)[number]

/** The six that a match can be of. */
export const playedGameTypes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'] as const

export type PlayedGameType = (typeof playedGameTypes)[number]

/** Of an account that never played (docs/spec/rulings.md, stats). */
export const noStats = (gameType: GameType) => ({
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

/** Draws are no games here. */
export const totalGames = (stats: { readonly wins: number; readonly losses: number }) =>
  stats.wins + stats.losses

/** Win rate in percent with 1 decimal, 0 if no games. */
export const winRate = (stats: { readonly wins: number; readonly losses: number }) =>
  totalGames(stats) === 0 ? '0' : ((stats.wins / totalGames(stats)) * 100).toFixed(1)

/** K/D: kills per death, or kills when nobody killed the player yet; 2 decimals. */
export const killDeathRatio = (stats: { readonly kills: number; readonly deaths: number }) =>
  (stats.deaths === 0 ? stats.kills : stats.kills / stats.deaths).toFixed(2)

/** Points that fill the progress bar. */
export const pointsGoal = 150_000

/** Points as percent of the goal, capped at 100, 1 decimal. */
export const pointsProgress = (points: number) =>
  Math.min(100, Math.max(0, (points / pointsGoal) * 100)).toFixed(1)
