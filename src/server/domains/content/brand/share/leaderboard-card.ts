import type { Rank } from '../../../../../contract/accounts/ranks.ts'
import { colours, rankColour } from '../colours.ts'
import { block, card, margin, mark, type SiteWithBoards, width } from './canvas.ts'
import { body, display } from './fonts.ts'
import { count, playerName } from './player-card.ts'
import { line } from './text.ts'

export interface ShownEntry {
  readonly id: number
  readonly name: string
  readonly rank: Rank
  readonly position: number
  readonly points: number
}

const rowHeight = 72

function row({ id, name, rank, position, points }: ShownEntry, index: number): string {
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
      text: playerName({ id, name }),
      fill: first ? colours.emberInk : rankColour(rank),
      x: margin + 104,
      max: wide - 420,
    }) +
    line({
      ...text,
      text: count(points),
      fill: first ? colours.emberInk : colours.ink,
      x: margin + wide - 32,
      align: 'end',
      max: 260,
    })
  )
}

const nobody = ['Nobody is on the board yet.', 'First place is free.']

const empty = () =>
  nobody
    .map((text, index) =>
      line({
        text,
        faces: display,
        size: 72,
        fill: index === 0 ? colours.inkSoft : colours.emberBright,
        x: margin,
        baseline: 290 + index * 84,
      }),
    )
    .join('')

/** Image of the top of the overall leaderboard. */
export function leaderboardCard(site: SiteWithBoards, entries: readonly ShownEntry[]): string {
  const heading =
    mark(margin, 40, 80) +
    line({
      text: 'Leaderboards',
      faces: display,
      size: 104,
      fill: colours.ink,
      x: margin + 104,
      baseline: 112,
    }) +
    line({
      text: `${site.boards.overall}, all time, in points`,
      faces: body,
      size: 28,
      fill: colours.inkSoft,
      x: width - margin,
      baseline: 108,
      align: 'end',
    })
  return card(site, heading + (entries.length === 0 ? empty() : entries.map(row).join('')))
}
