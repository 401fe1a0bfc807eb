/** The key of a mode, or `overall`: the sum of the modes that count in it. Modes are data (src/contract/network/modes.ts). */
export type GameType = string

/** Game types with boards on a new site; staff list more. */
export const shippedGameTypes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'] as const

/** The figures of a player on a board, in the order of the API. */
export const statKeys = [
  'kills',
  'deaths',
  'assists',
  'wins',
  'losses',
  'points',
  'winStreak',
  'bestStreak',
] as const

export type StatKey = (typeof statKeys)[number]

/** Stats of an account that never played. */
export const noStats = (gameType: GameType) => ({
  ...(Object.fromEntries(statKeys.map((key) => [key, 0])) as Record<StatKey, number>),
  gameType,
})

/** Draws are not counted as games. */
export const totalGames = (stats: { readonly wins: number; readonly losses: number }) =>
  stats.wins + stats.losses

/** Win rate in percent, one decimal; 0 without games. */
export const winRate = (stats: { readonly wins: number; readonly losses: number }) =>
  totalGames(stats) === 0 ? '0' : ((stats.wins / totalGames(stats)) * 100).toFixed(1)

/** Kills per death, two decimals; the number of kills when there are no deaths. */
export const killDeathRatio = (stats: { readonly kills: number; readonly deaths: number }) =>
  (stats.deaths === 0 ? stats.kills : stats.kills / stats.deaths).toFixed(2)

/** Points that fill the progress bar. */
export const pointsGoal = 150_000

/** Points in percent of the goal, at most 100, one decimal. */
export const pointsProgress = (points: number) =>
  Math.min(100, Math.max(0, (points / pointsGoal) * 100)).toFixed(1)
