import sharp, { type Sharp } from 'sharp'
import { markColours, markPaths, markRows, markSize } from '../../../contract/mark.ts'

const paths = markPaths.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')

/** The mark as an SVG; `attributes` place it inside another one or in a page. */
export const markSvg = (attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} viewBox="0 0 ${markSize} ${markSize}" shape-rendering="crispEdges">${paths}</svg>`

/** The mark in pixels, each voxel `scale` wide, on nothing. */
export function markPixels(scale: number): Sharp {
  const raw = Buffer.alloc(markSize * markSize * 4)
  for (const [y, row] of markRows.entries()) {
    for (const [x, voxel] of [...row].entries()) {
      const colour = (markColours as Readonly<Record<string, string>>)[voxel]
      if (colour === undefined) continue
      raw.writeUInt32BE(Number.parseInt(`${colour.slice(1)}ff`, 16), (y * markSize + x) * 4)
    }
  }
  const side = markSize * scale
  return sharp(raw, { raw: { width: markSize, height: markSize, channels: 4 } }).resize(side, side, {
    kernel: 'nearest',
  })
}
