import { createHash } from 'node:crypto'
import type { Metadata } from 'sharp'
import { imageLimits } from '../../../contract/limits.ts'
import { imageSizeMessage, imageTypeMessage } from '../../../contract/posts.ts'
import { invalid } from '../../platform/errors.ts'
import { loadSharp } from '../../platform/sharp.ts'

/** An image as the site stores and serves it. */
export interface StoredImage {
  /** SHA-256 of the bytes. */
  readonly hash: Buffer
  readonly bytes: Buffer
  readonly contentType: 'image/webp'
  readonly width: number
  readonly height: number
}

const dataUrl = /^data:image\/(?:jpeg|jpg|png|webp|gif);base64,/
const formats = new Set(['jpeg', 'png', 'webp', 'gif'])
/** Width times height of a still image; more is a bomb, not a screenshot. */
const stillPixels = 100_000_000
const decodeSeconds = 10

const wrongType = () => invalid({ mediaUrl: imageTypeMessage })

/**
 * The bytes of a posted data URL.
 * @throws 400 with the specified sentences: not such a data URL, or more than 5,242,880 bytes
 */
export function decodeDataUrl(mediaUrl: string): Buffer {
  const prefix = dataUrl.exec(mediaUrl)?.[0]
  if (prefix === undefined) throw wrongType()
  const base64 = mediaUrl.slice(prefix.length)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  if ((base64.length / 4) * 3 - padding > imageLimits.bytes) throw invalid({ mediaUrl: imageSizeMessage })
  const bytes = Buffer.from(base64, 'base64')
  // Buffer skips what is not base64: another text back means that something was skipped.
  if (bytes.length === 0 || bytes.toString('base64') !== base64) throw wrongType()
  return bytes
}

/**
 * Decodes the image by what its bytes are, and encodes it again as WebP: no metadata, upright, at most 2048 px a side,
 * animation kept within the limits of the rulings, else its first frame.
 * @throws 400 when the bytes are not a whole JPEG, PNG, WebP or GIF
 */
export async function encodeImage(source: Buffer): Promise<StoredImage> {
  const sharp = await loadSharp()
  const metadata = await orWrongType(sharp(source, { limitInputPixels: stillPixels }).metadata())
  if (!formats.has(metadata.format)) throw wrongType()
  const animated = isKeptAnimation(metadata)
  const image = sharp(source, { animated, limitInputPixels: stillPixels, failOn: 'error' })
  const upright = animated ? image : image.autoOrient()
  const { data, info } = await orWrongType(
    upright
      .timeout({ seconds: decodeSeconds })
      .resize({ width: imageLimits.side, height: imageLimits.side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85, effort: 3 })
      .toBuffer({ resolveWithObject: true }),
  )
  return {
    hash: createHash('sha256').update(data).digest(),
    bytes: data,
    contentType: 'image/webp',
    width: info.width,
    height: info.pageHeight ?? info.height,
  }
}

function isKeptAnimation({ pages = 1, width, height, pageHeight }: Metadata): boolean {
  const frame = width * (pageHeight ?? height)
  return pages > 1 && pages <= imageLimits.frames && frame * pages <= imageLimits.animationPixels
}

async function orWrongType<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // sharp has no error classes: whatever it says of these bytes, they are not an image that we can show.
    if (error instanceof Error) throw wrongType()
    throw error
  }
}
