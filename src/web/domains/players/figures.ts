import { msg } from '@lingui/core/macro'
import { killDeathRatio, totalGames, winRate } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { formatCount, formatRatio, formatShare } from '../../ui/format-count.ts'

/** Everything that stats say, derived figures included, in the order of the details table. */
export const figures = [
  {
    label: 'Total games',
    text: msg`Total games`,
    of: (stats: Stats, locale: string) => formatCount(totalGames(stats), locale),
  },
  { label: 'Wins', text: msg`Wins`, of: (stats: Stats, locale: string) => formatCount(stats.wins, locale) },
  {
    label: 'Losses',
    text: msg`Losses`,
    of: (stats: Stats, locale: string) => formatCount(stats.losses, locale),
  },
  {
    label: 'Win rate',
    text: msg`Win rate`,
    of: (stats: Stats, locale: string) => formatShare(winRate(stats), locale),
  },
  {
    label: 'Kills',
    text: msg`Kills`,
    of: (stats: Stats, locale: string) => formatCount(stats.kills, locale),
  },
  {
    label: 'Deaths',
    text: msg`Deaths`,
    of: (stats: Stats, locale: string) => formatCount(stats.deaths, locale),
  },
  {
    label: 'Assists',
    text: msg`Assists`,
    of: (stats: Stats, locale: string) => formatCount(stats.assists, locale),
  },
  {
    label: 'K/D',
    text: msg`K/D`,
    of: (stats: Stats, locale: string) => formatRatio(killDeathRatio(stats), locale),
  },
  {
    label: 'Win streak',
    text: msg`Win streak`,
    of: (stats: Stats, locale: string) => formatCount(stats.winStreak, locale),
  },
  {
    label: 'Best streak',
    text: msg`Best streak`,
    of: (stats: Stats, locale: string) => formatCount(stats.bestStreak, locale),
  },
  {
    label: 'Points',
    text: msg`Points`,
    of: (stats: Stats, locale: string) => formatCount(stats.points, locale),
  },
] as const

export type FigureLabel = (typeof figures)[number]['label']
