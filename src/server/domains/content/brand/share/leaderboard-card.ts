import { msg } from '@lingui/core/macro'
import type { Rank } from '../../../../../contract/accounts/ranks.ts'
import { boardLabel } from '../../../../../contract/network/modes.ts'
import { colours, rankColour } from '../colours.ts'
import { block, card, count, type ImageLanguage, margin, mark, type SiteWithBoards, width } from './canvas.ts'
import { body, display } from './fonts.ts'
import { playerName } from './player-card.ts'
import { line, widthOf } from './text.ts'

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

const headingSize = 104
const maxTitle = 640

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
  const title = say(msg`Leaderboards`)
  const titleWide = Math.min(maxTitle, headingSize * widthOf(title, display))
  const heading =
    mark(margin, 40, 80) +
    line({
      text: title,
      faces: display,
      size: headingSize,
      fill: colours.ink,
      x: margin + 104,
      baseline: 112,
      max: maxTitle,
    }) +
    line({
      text: say(msg`${{ board: boardLabel(site.boards, { gameType: 'overall' }) }}, all time, in points`),
      faces: body,
      size: 28,
      fill: colours.inkSoft,
      x: width - margin,
      baseline: 108,
      align: 'end',
      max: width - 2 * margin - 104 - titleWide - 24,
    })
  return card(
    site,
    heading +
      (entries.length === 0
        ? empty(language)
        : entries.map((entry, index) => row(entry, index, language)).join('')),
  )
}
