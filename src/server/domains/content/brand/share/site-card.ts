import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../../contract/languages.ts'
import { colours } from '../colours.ts'
import {
  addressOf,
  block,
  card,
  type ImageLanguage,
  kicker,
  margin,
  mark,
  rect,
  type ShownSite,
  signedCard,
  siteName,
  width,
} from './canvas.ts'
import { body, display } from './fonts.ts'
import { line, stacked, widthOf, wrapped } from './text.ts'

const foxSide = 336
const room = width - 2 * margin - foxSide - 48

/** Image of the site with its name and server address. */
export function siteCard(site: ShownSite, { say }: Pick<ImageLanguage, 'say'>): string {
  const address = addressOf(site)
  const wide = Math.min(room, 52 * widthOf(address, display) + 64)
  const slab =
    block(margin, 354, wide, 92, colours.faceEdge) +
    block(margin, 346, wide, 92, colours.ember) +
    rect(margin + 12, 346, wide - 24, 4, colours.emberBright)
  return signedCard(
    mark(width - margin - foxSide, 118, foxSide) +
      kicker(say(msg`Minecraft Bedrock practice`), 178) +
      line({
        text: siteName(site),
        faces: display,
        size: 150,
        fill: colours.ink,
        x: margin,
        baseline: 292,
        max: room,
        min: 60,
      }) +
      slab +
      line({
        text: address,
        faces: display,
        size: 52,
        fill: colours.emberInk,
        x: margin + 32,
        baseline: 406,
        max: wide - 64,
        min: 20,
      }),
    line({
      text: new URL(site.publicUrl).host,
      faces: display,
      size: 44,
      fill: colours.inkSoft,
      x: margin,
      baseline: 593,
      max: width - 2 * margin,
    }),
  )
}

/** Image of a page with its heading and a sentence. */
export function pageCard(
  site: ShownSite,
  [heading, sentence]: readonly [Message, Message],
  { say }: Pick<ImageLanguage, 'say'>,
): string {
  const size = 36
  const sentences = stacked(wrapped(say(sentence), body, room / size, 2), {
    faces: body,
    size,
    fill: colours.inkSoft,
    x: margin,
    baseline: 372,
    step: 52,
    max: room,
  })
  return card(
    site,
    mark(width - margin - foxSide, 130, foxSide) +
      rect(margin, 150, 72, 12, colours.ember) +
      line({
        text: say(heading),
        faces: display,
        size: 168,
        fill: colours.ink,
        x: margin,
        baseline: 296,
        max: room,
        min: 56,
      }) +
      sentences,
  )
}
