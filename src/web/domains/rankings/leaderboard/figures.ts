import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { killDeathRatio } from '../../../../contract/rankings/stats.ts'
import { formatCount, formatRatio } from '../../../ui/format-count.ts'

/** A column of figures, right of Rank and Player. */
export interface FigureColumn {
  readonly label: Message
  readonly figure: (entry: Pick<LeaderboardEntry, 'stats' | 'rating'>, locale: string) => string
}

const killsPerDeath: FigureColumn = {
  label: msg`K/D`,
  figure: ({ stats }, locale) => formatRatio(killDeathRatio(stats), locale),
}
const wins: FigureColumn = {
  label: msg`Wins`,
  figure: ({ stats }, locale) => formatCount(stats.wins, locale),
}
const points: FigureColumn = {
  label: msg`Points`,
  figure: ({ stats }, locale) => formatCount(stats.points, locale),
}
const winStreak: FigureColumn = {
  label: msg`Win Streak`,
  figure: ({ stats }, locale) => formatCount(stats.winStreak, locale),
}

/** In the order they are shown. */
export const allFigures: readonly FigureColumn[] = [
  { label: msg`Kills`, figure: ({ stats }, locale) => formatCount(stats.kills, locale) },
  { label: msg`Deaths`, figure: ({ stats }, locale) => formatCount(stats.deaths, locale) },
  killsPerDeath,
  wins,
  winStreak,
  { label: msg`Best Streak`, figure: ({ stats }, locale) => formatCount(stats.bestStreak, locale) },
  points,
]

/** For where there is little room. */
export const fewFigures = [killsPerDeath, wins, points]

/** Of a board by rating. The streak is the present one. */
export const ratingFigures: readonly FigureColumn[] = [
  { label: msg`Matches`, figure: ({ rating }, locale) => formatCount(rating?.matches ?? 0, locale) },
  { label: msg`Wins`, figure: ({ rating }, locale) => formatCount(rating?.wins ?? 0, locale) },
  winStreak,
  { label: msg`Tier`, figure: ({ rating }) => rating?.tier ?? '' },
  {
    label: msg`Deviation`,
    figure: ({ rating }, locale) => `± ${formatCount(Math.round(rating?.deviation ?? 0), locale)}`,
  },
  {
    label: msg`Rating`,
    figure: ({ rating }, locale) => formatCount(Math.round(rating?.rating ?? 0), locale),
  },
]

/** Of a season that was chosen: only what belongs to it. */
export const seasonFigures = ratingFigures.filter((column) => column !== winStreak)
