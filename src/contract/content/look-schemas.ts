import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { singleLine } from '../written-schemas.ts'
import { cornerShapes, heroScenes } from './look.ts'
import { lookPictureLimits, pictureHashPattern } from './look-pictures.ts'

const words = sentence(msg`must be a colour like "#3a7bff"`)

/** Any colour: what is made of it is readable. */
const anyColour = z.pipe(
  z.string({ error: words }).check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: words })),
  z.transform((hex: string) => hex.toLowerCase()),
)

const picture = z
  .string({ error: sentence(msg`must be a picture`) })
  .check(z.regex(pictureHashPattern, { error: sentence(msg`must be a picture`) }))

const percentWords = sentence(msg`must be a whole number from 0 to 100`)
const percent = z
  .int({ error: percentWords })
  .check(z.minimum(0, { error: percentWords }), z.maximum(100, { error: percentWords }))

export const LookContent = z.strictObject({
  accent: anyColour,
  tint: z.nullable(anyColour),
  corners: z.enum(cornerShapes, {
    error: sentence(msg`must be one of: ${{ all: cornerShapes.join(', ') }}`),
  }),
  logo: z.optional(z.nullable(picture)),
  scene: z.optional(
    z.enum(heroScenes, { error: sentence(msg`must be one of: ${{ all: heroScenes.join(', ') }}`) }),
  ),
  hero: z.optional(
    z.nullable(
      z.strictObject({
        picture,
        /** What it shows, for people who cannot see it. */
        alt: singleLine({ name: 'Alternative text', min: 1, max: lookPictureLimits.heroAlt }),
        /** The point that stays in sight, in percent from the left and from the top. */
        x: percent,
        y: percent,
      }),
    ),
  ),
})

/** Of what tabs, home screens and links to the site are drawn. */
export const LookDrawing = z.pick(LookContent, { accent: true, tint: true, logo: true })

export type LookDrawing = z.infer<typeof LookDrawing>

const pngUrl = z.string()
const svgUrl = z.string()

/** PNGs and SVGs as `data:` URLs. */
export const LookPictures = z.object({
  /** 32 × 32, in the tab of a browser. */
  tab: pngUrl,
  /** 180 × 180, on the home screen of an iPhone. */
  touch: pngUrl,
  /** 512 × 512, which Android cuts to its own shape. */
  maskable: pngUrl,
  /** 1,200 × 630, below a link to the site. */
  card: pngUrl,
  /** The offline page on a phone, 390 × 600. */
  offline: svgUrl,
  /** What stands in the place of a page while the site is overloaded, 390 × 600. */
  refusal: svgUrl,
})

export type LookPictures = z.infer<typeof LookPictures>

export type LookContent = z.infer<typeof LookContent>
