import { msg } from '@lingui/core/macro'
import { killDeathRatio, totalGames, winRate } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { formatCount } from '../../ui/format-count.ts'

/** Everything that stats say, derived figures included, in the order of the details table. */
export const figures = [
  { label: 'Total games', text: msg`Total games`, of: (stats: Stats) => formatCount(totalGames(stats)) },
  { label: 'Wins', text: msg`Wins`, of: (stats: Stats) => formatCount(stats.wins) },
  { label: 'Losses', text: msg`Losses`, of: (stats: Stats) => formatCount(stats.losses) },
  { label: 'Win rate', text: msg`Win rate`, of: (stats: Stats) => `${winRate(stats)}%` },
  { label: 'Kills', text: msg`Kills`, of: (stats: Stats) => formatCount(stats.kills) },
  { label: 'Deaths', text: msg`Deaths`, of: (stats: Stats) => formatCount(stats.deaths) },
  { label: 'Assists', text: msg`Assists`, of: (stats: Stats) => formatCount(stats.assists) },
  { label: 'K/D', text: msg`K/D`, of: (stats: Stats) => killDeathRatio(stats) },
  { label: 'Win streak', text: msg`Win streak`, of: (stats: Stats) => formatCount(stats.winStreak) },
  { label: 'Best streak', text: msg`Best streak`, of: (stats: Stats) => formatCount(stats.bestStreak) },
  { label: 'Points', text: msg`Points`, of: (stats: Stats) => formatCount(stats.points) },
] as const

export type FigureLabel = (typeof figures)[number]['label']
