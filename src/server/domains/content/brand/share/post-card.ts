import { msg } from '@lingui/core/macro'
import type { Rank } from '../../../../../contract/accounts/ranks.ts'
import { colours, rankColour } from '../colours.ts'
import {
  card,
  dayOf,
  type ImageLanguage,
  kicker,
  margin,
  mark,
  rect,
  type ShownSite,
  siteName,
  width,
} from './canvas.ts'
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

/** Image of a post with its date, author and the beginning of its text. */
export function postCard(
  site: ShownSite,
  { content, createdAt, author }: ShownPost,
  language: ImageLanguage,
): string {
  const { say } = language
  const text = withDrawableLetters(content, body, say(msg`A post on ${{ name: siteName(site) }}.`))
  return card(
    site,
    mark(width - margin - foxSide, 60, foxSide) +
      kicker(`${say(msg({ message: 'Post', context: 'noun' }))} · ${dayOf(createdAt, language)}`, 104) +
      line({
        text: playerName(author, language),
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
