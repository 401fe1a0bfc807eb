import { hostAndPort, type SiteSettings } from '../../../../../contract/content/site.ts'
import type { Say } from '../../../../platform/languages/say.ts'
import { loadSharp } from '../../../../platform/media/sharp.ts'
import { colours, glowColours } from '../colours.ts'
import { markSvg } from '../mark-image.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { line, widthOf } from './text.ts'

export const width = 1200
const height = 630
/** Left and right margin. */
export const margin = 64

export type ShownSite = Pick<
  SiteSettings,
  'name' | 'shortName' | 'gameHost' | 'gamePort' | 'publicUrl' | 'rankNames'
>

/** A site with its leaderboard names. */
export type SiteWithBoards = ShownSite & Pick<SiteSettings, 'boards'>

/** How an image says texts, and writes numbers and dates. */
export interface ImageLanguage {
  readonly say: Say
  /** For `Intl`. */
  readonly locale: string
}

export const count = (value: number, { locale }: ImageLanguage) => value.toLocaleString(locale)

/** `March 1, 2026`. */
export const dayOf = (iso: string, { locale }: ImageLanguage) =>
  new Date(iso).toLocaleDateString(locale, {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })

export const addressOf = ({ gameHost, gamePort }: ShownSite) => hostAndPort(gameHost, gamePort)

/** Returns the site's name if it can be drawn, else its address. */
export const siteName = (site: ShownSite) => withDrawableLetters(site.name, display, addressOf(site))

export const rect = (x: number, y: number, w: number, h: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`

/** A rectangle with stepped corners. */
export const block = (x: number, y: number, w: number, h: number, fill: string, step = 6) =>
  [0, 1, 2]
    .map((n) => rect(x + n * step, y + (2 - n) * step, w - 2 * n * step, h - 2 * (2 - n) * step, fill))
    .join('')

export const mark = (x: number, y: number, side: number) =>
  markSvg(`x="${x}" y="${y}" width="${side}" height="${side}"`, side > 256 ? 'large' : 'small')

const cell = 10
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** Dithered glow below the right edge. */
function glow(): string {
  const steps = glowColours()
  const paths = steps.map(() => '')
  for (let y = 0; y < height / cell; y += 1) {
    for (let x = 0; x < width / cell; x += 1) {
      const distance = Math.hypot((x * cell - 985) / 1.25, y * cell - 640) / 560
      const level = (1 - distance) * steps.length - (bayer[(y % 4) * 4 + (x % 4)]! + 0.5) / 16
      const index = Math.min(steps.length - 1, Math.floor(level))
      if (level > 0) paths[index] += `M${x * cell} ${y * cell}h${cell}v${cell}h-${cell}z`
    }
  }
  return paths.map((d, index) => `<path fill="${steps[index]}" d="${d}"/>`).join('')
}

const footTop = 540
const hills = [3, 4, 4, 2, 2, 1, 1, 2, 3, 3, 5, 5, 4, 2, 1, 1, 1, 2, 2, 4, 4, 3, 1, 1, 2, 2, 3, 5, 6, 6, 4, 4]

/** Background: night, glow, voxel hills, and a footer with mark, name and address of the game server. */
function ground(): string {
  const wide = width / hills.length
  const line = hills.map((steps, index) =>
    rect(index * wide, footTop - steps * 12, wide + 0.5, steps * 12, colours.groundBand),
  )
  return `${rect(0, 0, width, height, colours.ground)}${glow()}${line.join('')}${rect(0, footTop, width, height - footTop, colours.groundBand)}${rect(0, height - 12, width, 12, colours.ember)}`
}

function foot(site: ShownSite): string {
  const address = addressOf(site)
  const max = 480
  const taken = Math.min(max, 40 * widthOf(address, display))
  const text = { faces: display, baseline: 592 }
  return (
    mark(margin, 555, 48) +
    line({
      ...text,
      text: siteName(site),
      size: 44,
      fill: colours.ink,
      x: margin + 64,
      max: width - 2 * margin - 64 - 32 - taken,
    }) +
    line({
      ...text,
      text: address,
      size: 40,
      fill: colours.emberBright,
      x: width - margin,
      align: 'end',
      max,
    })
  )
}

/** A share image: `shown` on the background, above the footer. */
export const card = (site: ShownSite, shown: string) => signedCard(shown, foot(site))

export const signedCard = (shown: string, below: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="geometricPrecision">${ground()}${shown}${below}</svg>`

/** A small palette keeps images at some tens of kilobytes. */
export async function picture(svg: string): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg))
    .png({ palette: true, colours: 192, compressionLevel: 9, effort: 7 })
    .toBuffer()
}

/** The head of a list: the mark, a title, and in what the list is at the other end. */
export function listHeading(title: string, measure: string, maxTitle: number): string {
  const size = 104
  const x = margin + 104
  const titleWide = Math.min(maxTitle, size * widthOf(title, display))
  return (
    mark(margin, 40, 80) +
    line({ text: title, faces: display, size, fill: colours.ink, x, baseline: 112, max: maxTitle }) +
    line({
      text: measure,
      faces: body,
      size: 28,
      fill: colours.inkSoft,
      x: width - margin,
      baseline: 108,
      align: 'end',
      max: width - margin - x - titleWide - 24,
    })
  )
}

/** Small label above a heading that names the kind of page. */
export const kicker = (text: string, y: number) =>
  line({ text, faces: body, size: 28, fill: colours.emberBright, x: margin, baseline: y, max: 700 })
