import type { Rank } from '../../../../../contract/accounts/ranks.ts'
import { colours, rankColour } from '../colours.ts'
import { card, kicker, margin, mark, rect, type ShownSite, siteName, width } from './canvas.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { playerName } from './player-card.ts'
import { line, stacked, wrapped } from './text.ts'

export interface ShownPost {
  readonly content: string
  readonly createdAt: string
  readonly author: { readonly id: number; readonly name: string; readonly rank: Rank }
}

const foxSide = 160
const room = width - 2 * margin
const contentSize = 40
const contentStep = 56

const dates = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Image of a post with its date, author and the beginning of its text. */
export function postCard(site: ShownSite, { content, createdAt, author }: ShownPost): string {
  const text = withDrawableLetters(content, body, `A post on ${siteName(site)}.`)
  return card(
    site,
    mark(width - margin - foxSide, 60, foxSide) +
      kicker(`Post · ${dates.format(new Date(createdAt))}`, 104) +
      line({
        text: playerName(author),
        faces: display,
        size: 96,
        fill: rankColour(author.rank),
        x: margin,
        baseline: 196,
        max: room - foxSide - 48,
        min: 60,
      }) +
      rect(margin, 236, 72, 8, colours.ember) +
      stacked(wrapped(text, body, room / contentSize, 4), {
        faces: body,
        size: contentSize,
        fill: colours.ink,
        x: margin,
        baseline: 308,
        step: contentStep,
        max: room,
        min: contentSize,
      }),
  )
}
