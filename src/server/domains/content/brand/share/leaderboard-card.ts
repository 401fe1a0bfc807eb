import { msg } from '@lingui/core/macro'
import type { Rank } from '../../../../../contract/accounts/ranks.ts'
import { boardLabel } from '../../../../../contract/network/modes.ts'
import { colours, rankColour } from '../colours.ts'
import {
  block,
  card,
  count,
  type ImageLanguage,
  listHeading,
  margin,
  type SiteWithBoards,
  width,
} from './canvas.ts'
import { display } from './fonts.ts'
import { playerName } from './player-card.ts'
import { line } from './text.ts'

export interface ShownEntry {
  readonly id: number
  readonly name: string
  readonly rank: Rank
  readonly position: number
  readonly points: number
}

const rowHeight = 72

function row(
  { id, name, rank, position, points }: ShownEntry,
  index: number,
  language: ImageLanguage,
): string {
  const y = 148 + index * (rowHeight + 6)
  const first = position === 1
  const wide = width - 2 * margin
  const baseline = y + 51
  const text = { faces: display, size: 52, baseline }
  return (
    block(margin, y, wide, rowHeight, first ? colours.ember : colours.groundCard) +
    line({
      ...text,
      text: String(position),
      fill: first ? colours.emberInk : colours.inkFaint,
      x: margin + 52,
      align: 'middle',
    }) +
    line({
      ...text,
      text: playerName({ id, name }, language),
      fill: first ? colours.emberInk : rankColour(rank),
      x: margin + 104,
      max: wide - 420,
    }) +
    line({
      ...text,
      text: count(points, language),
      fill: first ? colours.emberInk : colours.ink,
      x: margin + wide - 32,
      align: 'end',
      max: 260,
    })
  )
}

const nobody = [msg`Nobody is on the board yet.`, msg`First place is free.`]

const empty = ({ say }: ImageLanguage) =>
  nobody
    .map((text, index) =>
      line({
        text: say(text),
        faces: display,
        size: 72,
        fill: index === 0 ? colours.inkSoft : colours.emberBright,
        x: margin,
        baseline: 290 + index * 84,
        max: width - 2 * margin,
      }),
    )
    .join('')

/** Image of the top of the overall leaderboard. */
export function leaderboardCard(
  site: SiteWithBoards,
  entries: readonly ShownEntry[],
  language: ImageLanguage,
): string {
  const { say } = language
  const board = boardLabel(site.boards, { gameType: 'overall' })
  return card(
    site,
    listHeading(say(msg`Leaderboards`), say(msg`${board}, all time, in points`), 640) +
      (entries.length === 0
        ? empty(language)
        : entries.map((entry, index) => row(entry, index, language)).join('')),
  )
}
