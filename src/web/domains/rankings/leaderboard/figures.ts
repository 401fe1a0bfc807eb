import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Message } from '../../../../contract/languages.ts'
import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { killDeathRatio } from '../../../../contract/rankings/stats.ts'
import { formatCount, formatRatio } from '../../../ui/format-count.ts'

/** A column of figures, right of Rank and Player. */
export interface FigureColumn {
  readonly label: Message
  readonly figure: (entry: Pick<LeaderboardEntry, 'stats' | 'rating'>, locale: string) => ReactNode
  /** On a phone below the name, also while the row is folded. One column of a board. */
  readonly isInSight?: true
}

const killsPerDeath: FigureColumn = {
  label: msg`K/D`,
  figure: ({ stats }, locale) => formatRatio(killDeathRatio(stats), locale),
  isInSight: true,
}
const wins: FigureColumn = {
  label: msg`Wins`,
  figure: ({ stats }, locale) => formatCount(stats.wins, locale),
}
const points: FigureColumn = {
  label: msg`Points`,
  figure: ({ stats }, locale) => formatCount(stats.points, locale),
}
export const winStreak: FigureColumn = {
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
