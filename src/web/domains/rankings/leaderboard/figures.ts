import { killDeathRatio } from '../../../../contract/rankings/stats.ts'
import type { Stats } from '../../../../contract/rankings/stats-schemas.ts'

/** `1,234`; one locale, so that server and browser agree. */
export const formatCount = (count: number) => count.toLocaleString('en-US')

/** A column of figures, right of Rank and Player. */
export interface FigureColumn {
  readonly label: string
  readonly figure: (stats: Stats) => string
}

/** In the order they are shown. */
export const allFigures: readonly FigureColumn[] = [
  { label: 'Kills', figure: ({ kills }) => formatCount(kills) },
  { label: 'Deaths', figure: ({ deaths }) => formatCount(deaths) },
  { label: 'K/D', figure: killDeathRatio },
  { label: 'Wins', figure: ({ wins }) => formatCount(wins) },
  { label: 'Win Streak', figure: ({ winStreak }) => formatCount(winStreak) },
  { label: 'Best Streak', figure: ({ bestStreak }) => formatCount(bestStreak) },
  { label: 'Points', figure: ({ points }) => formatCount(points) },
]

const few = ['K/D', 'Wins', 'Points']

/** For where there is little room. */
export const fewFigures = allFigures.filter(({ label }) => few.includes(label))
