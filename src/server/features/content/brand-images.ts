import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { type Font, openSync } from 'fontkit'
import sharp from 'sharp'
import { markPaths } from '../../../contract/mark.ts'
import type { SiteSettings } from '../../../contract/site.ts'

const mark = markPaths.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12" shape-rendering="crispEdges">${mark}</svg>`

const width = 1200
const height = 630

/** `/favicon.svg` and `/share.png`: the image that a link to the site unfurls with, 1200 by 630, in the site's name. */
export async function serveBrandImages(app: FastifyInstance, site: SiteSettings): Promise<void> {
  const share = await sharp(Buffer.from(shareImage(site)))
    .png({ compressionLevel: 9 })
    .toBuffer()
  const send = (url: string, type: string, body: string | Buffer) =>
    app.get(url, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(body),
    )
  send('/favicon.svg', 'image/svg+xml', favicon)
  send('/share.png', 'image/png', share)
}

/** Text becomes outlines: the machine need not have a single font. */
export function shareImage({
  name,
  gameHost,
  gamePort,
}: Pick<SiteSettings, 'name' | 'gameHost' | 'gamePort'>): string {
  const font = displayFont()
  const title = outline(font, name, { size: 150, x: 470, baseline: 320, most: width - 470 - 60 })
  const address = outline(font, `${gameHost}:${gamePort}`, {
    size: 64,
    x: 474,
    baseline: 420,
    most: width - 470 - 60,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#0a0b10"/>
<rect y="${height - 18}" width="100%" height="18" fill="#ff7d33"/>
<svg x="90" y="150" width="312" height="312" viewBox="0 0 12 12" shape-rendering="crispEdges">${mark}</svg>
<g fill="#f4f1ea">${title}</g><g fill="#ffa266">${address}</g></svg>`
}

const displayFont = (): Font => {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource/jersey-10/files/jersey-10-latin-400-normal.woff',
  )
  const font = openSync(file)
  if (!('layout' in font)) throw new Error(`${file} is a collection, not a font`)
  return font
}

interface Line {
  readonly size: number
  readonly x: number
  readonly baseline: number
  /** A longer line is set smaller until it fits. */
  readonly most: number
}

function outline(font: Font, text: string, { size, x, baseline, most }: Line): string {
  const run = font.layout(text)
  const scale = Math.min(size / font.unitsPerEm, most / Math.max(1, run.advanceWidth))
  let pen = 0
  const glyphs = run.glyphs.map((glyph, index) => {
    const at = pen
    pen += run.positions[index]?.xAdvance ?? glyph.advanceWidth
    return `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`
  })
  return `<g transform="translate(${x} ${baseline}) scale(${scale} ${-scale})">${glyphs.join('')}</g>`
}
