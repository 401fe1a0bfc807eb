import { msg } from '@lingui/core/macro'
import type { NewsItem } from '../../../../../contract/news/news-schemas.ts'
import { colours } from '../colours.ts'
import {
  card,
  dayOf,
  type ImageLanguage,
  kicker,
  margin,
  mark,
  rect,
  type ShownSite,
  width,
} from './canvas.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { stacked, wrapped } from './text.ts'

/** Fields of a news item on its image. */
export type ShownNews = Pick<NewsItem, 'title' | 'summary' | 'publishedAt'>

const foxSide = 240
const room = width - 2 * margin - foxSide - 48
const titleSize = 96
const titleStep = 88
const summarySize = 34

/** Image of a news item with its date, title and summary. */
export function newsCard(
  site: ShownSite,
  { title, summary, publishedAt }: ShownNews,
  language: ImageLanguage,
): string {
  const news = language.say(msg`News`)
  const titles = wrapped(withDrawableLetters(title, display, news), display, room / titleSize, 3)
  const below = 136 + titles.length * titleStep
  const sentences = wrapped(summary, body, room / summarySize, 2)
  return card(
    site,
    mark(width - margin - foxSide, 150, foxSide) +
      kicker(`${news} · ${dayOf(publishedAt, language)}`, 104) +
      stacked(titles, {
        faces: display,
        size: titleSize,
        fill: colours.ink,
        x: margin,
        baseline: 196,
        step: titleStep,
        max: room,
        min: 60,
      }) +
      rect(margin, below, 72, 8, colours.ember) +
      stacked(sentences, {
        faces: body,
        size: summarySize,
        fill: colours.inkSoft,
        x: margin,
        baseline: below + 54,
        step: 44,
        max: room,
      }),
  )
}
