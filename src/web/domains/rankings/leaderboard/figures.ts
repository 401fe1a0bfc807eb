import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { killDeathRatio } from '../../../../contract/rankings/stats.ts'
import { formatCount } from '../../../ui/format-count.ts'

/** A column of figures, right of Rank and Player. */
export interface FigureColumn {
  readonly label: Message
  readonly figure: (entry: Pick<LeaderboardEntry, 'stats' | 'rating'>) => string
}

const killsPerDeath: FigureColumn = { label: msg`K/D`, figure: ({ stats }) => killDeathRatio(stats) }
const wins: FigureColumn = { label: msg`Wins`, figure: ({ stats }) => formatCount(stats.wins) }
const points: FigureColumn = { label: msg`Points`, figure: ({ stats }) => formatCount(stats.points) }
const winStreak: FigureColumn = {
  label: msg`Win Streak`,
  figure: ({ stats }) => formatCount(stats.winStreak),
}

/** In the order they are shown. */
export const allFigures: readonly FigureColumn[] = [
  { label: msg`Kills`, figure: ({ stats }) => formatCount(stats.kills) },
  { label: msg`Deaths`, figure: ({ stats }) => formatCount(stats.deaths) },
  killsPerDeath,
  wins,
  winStreak,
  { label: msg`Best Streak`, figure: ({ stats }) => formatCount(stats.bestStreak) },
  points,
]

/** For where there is little room. */
export const fewFigures = [killsPerDeath, wins, points]

/** Of a board by rating. The streak is the present one. */
export const ratingFigures: readonly FigureColumn[] = [
  { label: msg`Matches`, figure: ({ rating }) => formatCount(rating?.matches ?? 0) },
  { label: msg`Wins`, figure: ({ rating }) => formatCount(rating?.wins ?? 0) },
  winStreak,
  { label: msg`Tier`, figure: ({ rating }) => rating?.tier ?? '' },
  { label: msg`Deviation`, figure: ({ rating }) => `± ${formatCount(Math.round(rating?.deviation ?? 0))}` },
  { label: msg`Rating`, figure: ({ rating }) => formatCount(Math.round(rating?.rating ?? 0)) },
]

/** Of a season that was chosen: only what belongs to it. */
export const seasonFigures = ratingFigures.filter((column) => column !== winStreak)
