import { loadSharp } from '../../../platform/media/sharp.ts'

/** The logo of a site that has its own: 512 × 512 pixels, and smaller for documents that carry it. */
export interface SiteLogo {
  readonly hash: string
  readonly png: Buffer
  readonly small: Buffer
}

/** The longest that anything but a share image shows it, twice for sharp screens. */
const smallSide = 256

export async function siteLogo(hash: string, png: Buffer): Promise<SiteLogo> {
  const sharp = await loadSharp()
  const small = await sharp(png)
    .resize(smallSide, smallSide)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
  return { hash, png, small }
}

/** SVG that shows a PNG; `attributes` position it inside another SVG or a page. */
export const pngSvg = (png: Buffer, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} viewBox="0 0 16 16"><image href="data:image/png;base64,${png.toString('base64')}" width="16" height="16"/></svg>`
