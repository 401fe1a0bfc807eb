import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { maxLength, notBlank } from '../text-schemas.ts'

/** Text of a content file after `{site}`, `{short}`, `{host}` and `{port}` are replaced. */
export const text = (max: number) =>
  z
    .string({ error: sentence(msg`must be text (put it in quotes if it looks like a number)`) })
    .check(
      notBlank(sentence(msg`must not be empty`)),
      maxLength(max, sentence(msg`must be ${max} characters or less`)),
    )

export const title = text(120)

export const shortText = text(400)

export const paragraph = text(2_000)

export const listOf = <T extends z.ZodMiniType>(item: T, max: number, min = 1) =>
  z
    .array(item, { error: sentence(msg`must be a list, each entry on its own line with a dash`) })
    .check(
      z.minLength(min, { error: sentence(msg`must not be empty`) }),
      z.maxLength(max, { error: sentence(msg`must have ${max} entries or less`) }),
    )

/** Relative luminance (WCAG 2) of `#rrggbb`. */
const luminanceOf = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Below this luminance a name has less than 4.5:1 contrast on a card. */
const minLuminance = 0.25

const colourWords = sentence(msg`must be a colour in quotes, like "#62e2f5"`)

/** A colour of names. */
export const colour = z.string({ error: colourWords }).check(
  z.regex(/^#[0-9a-fA-F]{6}$/, { error: colourWords, abort: true }),
  z.refine((hex) => luminanceOf(hex) >= minLuminance, {
    error: sentence(msg`must be lighter to be readable on a dark background`),
  }),
)
