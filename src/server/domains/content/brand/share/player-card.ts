import { msg } from '@lingui/core/macro'
import { type Rank, rankLabel, shownRank } from '../../../../../contract/accounts/ranks.ts'
import { emblemCells, emblemLayers } from '../../../../../contract/content/tiers.ts'
import { boardLabel } from '../../../../../contract/network/modes.ts'
import { killDeathRatio } from '../../../../../contract/rankings/stats.ts'
import type { Stats } from '../../../../../contract/rankings/stats-schemas.ts'
import { colours, rankColour } from '../colours.ts'
import {
  block,
  card,
  count,
  type ImageLanguage,
  margin,
  mark,
  rect,
  type SiteWithBoards,
  width,
} from './canvas.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { line, widthOf } from './text.ts'

export interface ShownPlayer {
  readonly id: number
  readonly name: string
  readonly rank: Rank
  readonly stats: Stats
  /** Position on the overall all-time leaderboard; undefined when not listed. */
  readonly position: number | undefined
  /** The settled rating that stands for the player. */
  readonly rating?: ShownRating | undefined
}

interface ShownRating {
  readonly mode: string
  readonly rating: number
  readonly tier: string
  readonly tierColour: string
  /** Index of the tier, for its emblem. */
  readonly step: number
}

/** Returns the drawable part of a player's name. */
export const playerName = ({ id, name }: Pick<ShownPlayer, 'id' | 'name'>, { say }: ImageLanguage) =>
  withDrawableLetters(name, display, say(msg`Player ${id}`))

const foxSide = 208
const gap = 20
const tile = (width - 2 * margin - 3 * gap) / 4

function figure(index: number, label: string, value: string): string {
  const x = margin + index * (tile + gap)
  return (
    block(x, 356, tile, 148, colours.groundCard) +
    rect(x + 12, 356, tile - 24, 4, colours.groundRaised) +
    line({
      text: value,
      faces: display,
      size: 84,
      fill: colours.ink,
      x: x + 28,
      baseline: 436,
      max: tile - 56,
    }) +
    line({
      text: label,
      faces: body,
      size: 26,
      fill: colours.inkSoft,
      x: x + 28,
      baseline: 480,
      max: tile - 56,
    })
  )
}

const emblemSide = 60

/** Emblem, tier, rating and mode, in one line. */
function ratingLine(
  site: SiteWithBoards,
  { mode, rating, tier, tierColour, step }: ShownRating,
  x: number,
  language: ImageLanguage,
): string {
  const layers = emblemLayers(step, tierColour)
    .map(({ d, fill, opacity }) => `<path d="${d}" fill="${fill}" fill-opacity="${opacity}"/>`)
    .join('')
  const board = boardLabel(site.boards, { gameType: mode })
  return (
    `<g transform="translate(${x} 236) scale(${emblemSide / emblemCells})" shape-rendering="crispEdges">${layers}</g>` +
    line({
      text: withDrawableLetters(`${tier} ${count(Math.round(rating), language)} ${board}`, display, board),
      faces: display,
      size: 40,
      fill: tierColour,
      x: x + emblemSide + 16,
      baseline: 278,
      max: 460,
    })
  )
}

/** English has no separator of thousands here, as on pages. */
const ratioOf = (stats: Stats, { locale }: ImageLanguage) => {
  const ratio = killDeathRatio(stats)
  return locale === 'en-US' ? ratio : Number(ratio).toLocaleString(locale, { minimumFractionDigits: 2 })
}

/** Image of a player with stats. */
export function playerCard(site: SiteWithBoards, player: ShownPlayer, language: ImageLanguage): string {
  const { say } = language
  const { rank, stats, position, rating } = player
  const label = rankLabel(shownRank(rank).key, site)
  const labelWide = Math.min(560, 40 * widthOf(label, display) + 48)
  const place = position === undefined ? '' : `#${count(position, language)}`
  const placeWide = place === '' ? 0 : Math.min(380, 150 * widthOf(place, display))
  const room = width - 2 * margin - 48 - (place === '' ? foxSide : placeWide)
  const standing =
    place === ''
      ? mark(width - margin - foxSide, 76, foxSide)
      : line({
          text: place,
          faces: display,
          size: 150,
          fill: colours.emberBright,
          x: width - margin,
          baseline: 220,
          align: 'end',
          max: 380,
        }) +
        line({
          text: say(msg`on the overall board`),
          faces: body,
          size: 26,
          fill: colours.inkSoft,
          x: width - margin,
          baseline: 276,
          align: 'end',
          max: rating === undefined ? width - 2 * margin - labelWide - 24 : 250,
        })
  return card(
    site,
    standing +
      line({
        text: playerName(player, language),
        faces: display,
        size: 150,
        fill: rankColour(rank),
        x: margin,
        baseline: 190,
        max: room,
        min: 72,
      }) +
      block(margin, 236, labelWide, 60, rankColour(rank), 4) +
      block(margin + 4, 240, labelWide - 8, 52, colours.groundCard, 4) +
      line({
        text: label,
        faces: display,
        size: 40,
        fill: rankColour(rank),
        x: margin + 24,
        baseline: 278,
        max: labelWide - 48,
      }) +
      (rating === undefined ? '' : ratingLine(site, rating, margin + labelWide + 24, language)) +
      [
        [msg`Points`, count(stats.points, language)] as const,
        [msg`K/D`, ratioOf(stats, language)] as const,
        [msg`Win streak`, count(stats.winStreak, language)] as const,
        [msg`Wins`, count(stats.wins, language)] as const,
      ]
        .map(([name, value], index) => figure(index, say(name), value))
        .join(''),
  )
}
