import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { killDeathRatio } from '../../../../contract/rankings/stats.ts'
import { formatCount } from '../../../ui/format-count.ts'

/** A column of figures, right of Rank and Player. */
export interface FigureColumn {
  readonly label: string
  readonly figure: (entry: Pick<LeaderboardEntry, 'stats' | 'rating'>) => string
}

/** In the order they are shown. */
export const allFigures: readonly FigureColumn[] = [
  { label: 'Kills', figure: ({ stats }) => formatCount(stats.kills) },
  { label: 'Deaths', figure: ({ stats }) => formatCount(stats.deaths) },
  { label: 'K/D', figure: ({ stats }) => killDeathRatio(stats) },
  { label: 'Wins', figure: ({ stats }) => formatCount(stats.wins) },
  { label: 'Win Streak', figure: ({ stats }) => formatCount(stats.winStreak) },
  { label: 'Best Streak', figure: ({ stats }) => formatCount(stats.bestStreak) },
  { label: 'Points', figure: ({ stats }) => formatCount(stats.points) },
]

const few = ['K/D', 'Wins', 'Points']

/** For where there is little room. */
export const fewFigures = allFigures.filter(({ label }) => few.includes(label))

/** Of a board by rating. The streak is the present one. */
export const ratingFigures: readonly FigureColumn[] = [
  { label: 'Matches', figure: ({ rating }) => formatCount(rating?.matches ?? 0) },
  { label: 'Wins', figure: ({ rating }) => formatCount(rating?.wins ?? 0) },
  { label: 'Win Streak', figure: ({ stats }) => formatCount(stats.winStreak) },
  { label: 'Tier', figure: ({ rating }) => rating?.tier ?? '' },
  { label: 'Deviation', figure: ({ rating }) => `± ${formatCount(Math.round(rating?.deviation ?? 0))}` },
  { label: 'Rating', figure: ({ rating }) => formatCount(Math.round(rating?.rating ?? 0)) },
]

/** Of a season that was chosen: only what belongs to it. */
export const seasonFigures = ratingFigures.filter(({ label }) => label !== 'Win Streak')
