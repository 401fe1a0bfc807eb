import { markColours, markRows, markSize } from '../../../../contract/content/mark.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { loadSharp } from '../../../platform/media/sharp.ts'
import { colours, shownLogo } from './colours.ts'
import { markSvg } from './mark-image.ts'

/** The logo as PNG on a transparent ground, each voxel `scale` pixels wide. */
async function markPixels(scale: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const own = shownLogo()
  if (own !== undefined)
    return sharp(own.png)
      .resize(markSize * scale, markSize * scale)
      .png({ compressionLevel: 9 })
      .toBuffer()
  const raw = Buffer.alloc(markSize * markSize * 4)
  for (const [y, row] of markRows.entries()) {
    for (const [x, voxel] of [...row].entries()) {
      const colour = ownValue(markColours as Readonly<Record<string, string>>, voxel)
      if (colour === undefined) continue
      raw.writeUInt32BE(Number.parseInt(`${colour.slice(1)}ff`, 16), (y * markSize + x) * 4)
    }
  }
  const side = markSize * scale
  return sharp(raw, { raw: { width: markSize, height: markSize, channels: 4 } })
    .resize(side, side, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

const headerBytes = 6
const entryBytes = 16

/** Wraps PNGs of `scale` pixels a voxel (at most 256 a side) in the ICO container of `/favicon.ico`. */
async function icoOf(scales: readonly number[]): Promise<Buffer> {
  const head = Buffer.alloc(headerBytes + entryBytes * scales.length)
  head.writeUInt16LE(1, 2) // icons, not cursors
  head.writeUInt16LE(scales.length, 4)
  const parts: Buffer[] = [head]
  let end = head.length
  for (const [index, scale] of scales.entries()) {
    const png = await markPixels(scale)
    const side = scale * markSize
    const at = headerBytes + entryBytes * index
    head.writeUInt8(side % 256, at) // 0 means 256
    head.writeUInt8(side % 256, at + 1)
    head.writeUInt16LE(1, at + 4) // colour planes
    head.writeUInt16LE(32, at + 6) // bits per pixel
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(end, at + 12)
    parts.push(png)
    end += png.length
  }
  return Buffer.concat(parts)
}

/** What the tab of a browser shows. */
export const tabIcon = () => markPixels(2)

interface Icon {
  readonly type: string
  readonly body: () => Promise<Buffer>
}

/**
 * Icons by URL. Sizes are multiples of the voxel, so nothing is blurred. The maskable icon keeps the mark
 * inside the 80 % circle that every launcher shows (W3C manifest, safe zone).
 */
export const icons: Readonly<Record<string, Icon>> = {
  '/favicon.svg': { type: 'image/svg+xml', body: async () => Buffer.from(markSvg()) },
  '/favicon.ico': {
    type: 'image/x-icon',
    body: () => icoOf(shownLogo() === undefined ? [2] : [1, 2, 3]),
  },
  '/apple-touch-icon.png': { type: 'image/png', body: () => onGround(180, 8) },
  '/icon-192.png': { type: 'image/png', body: () => onGround(192, 9, pixelCorners(192)) },
  '/icon-512.png': { type: 'image/png', body: () => onGround(512, 24, pixelCorners(512)) },
  '/icon-maskable-512.png': { type: 'image/png', body: () => onGround(512, 18) },
}

/** Centers the mark on a dark square. `shape` clips the square. */
async function onGround(side: number, scale: number, shape?: Buffer): Promise<Buffer> {
  const mark = await markPixels(scale)
  const sharp = await loadSharp()
  const image = sharp({ create: { width: side, height: side, channels: 4, background: colours.groundCard } })
  return image
    .composite([{ input: mark }, ...(shape ? [{ input: shape, blend: 'dest-in' as const }] : [])])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A square with stepped corners, like the site's buttons. */
function pixelCorners(side: number): Buffer {
  const step = Math.round(side / 32)
  const steps = [0, 1, 2].map((inset) => {
    const x = inset * step
    const y = (2 - inset) * step
    return `<rect x="${x}" y="${y}" width="${side - 2 * x}" height="${side - 2 * y}"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" shape-rendering="crispEdges">${steps.join('')}</svg>`,
  )
}
