import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Decodes and re-encodes one picture in its own process: picture on standard input, limits as JSON in the
 * first argument. Writes a line of JSON, then the bytes, to standard output. Exit code 3: unsupported
 * picture.
 */
const notAnImage = 3

/** @typedef {{ side: number, animationSide: number, frames: number, animationPixels: number, pixels: number,
 *   heldBytes: number, longestSide: number, still: boolean }} Limits */
/** @type {Limits} */
const limits = JSON.parse(process.argv[2] ?? '{}')

const formats = new Set(['jpeg', 'png', 'webp', 'gif'])

/**
 * Returns how many bytes a decoder holds for a still image. What is not decoded row by row counts whole: interlaced,
 * rotated and 16-bit PNG, progressive JPEG (its coefficients take 2 bytes each), WebP and GIF.
 * @param {import('sharp').Metadata} metadata
 */
function bytesToDecode(metadata) {
  const { format, width, channels, depth, isProgressive, orientation = 1, chromaSubsampling } = metadata
  const height = metadata.pageHeight ?? metadata.height
  const pixels = width * height
  if (format === 'jpeg') {
    if (!isProgressive) return 0
    return pixels * (chromaSubsampling === '4:2:0' ? 1.5 : channels) * 2
  }
  if (Math.max(width, height) > limits.longestSide) return Number.POSITIVE_INFINITY
  if (format !== 'png') return pixels * 4
  const whole = pixels * channels * (depth === 'uchar' ? 1 : 2)
  return isProgressive || orientation > 1 || depth !== 'uchar' ? whole : whole / 3
}

/** @param {import('sharp').Metadata} metadata */
function isKeptAnimation({ pages = 1, width, height, pageHeight }) {
  const frame = width * (pageHeight ?? height)
  return !limits.still && pages > 1 && pages <= limits.frames && frame * pages <= limits.animationPixels
}

/** @param {Buffer} source */
async function encode(source) {
  const opening = { limitInputPixels: limits.pixels }
  const metadata = await sharp(source, opening).metadata()
  if (!formats.has(metadata.format)) throw new Error(`a ${metadata.format}`)
  const animated = isKeptAnimation(metadata)
  if (!animated && bytesToDecode(metadata) > limits.heldBytes) throw new Error('too large to decode')
  const side = animated ? Math.min(limits.side, limits.animationSide) : limits.side
  const image = sharp(source, { ...opening, animated, failOn: 'error' })
  return (
    (animated ? image : image.autoOrient())
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      // From effort 3 on, the encoder needs 50 MB more for a noisy picture.
      .webp({ quality: 85, effort: 2 })
      .toBuffer({ resolveWithObject: true })
  )
}

try {
  // When memory is short, the kernel kills this process instead of the site.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Exists on Linux only.
}
sharp.cache(false)
sharp.concurrency(1)
const pieces = []
for await (const piece of process.stdin) pieces.push(piece)
const source = Buffer.concat(pieces)
pieces.length = 0
try {
  const { data, info } = await encode(source)
  const { width, height, pageHeight } = info
  process.stdout.write(`${JSON.stringify({ width, height: pageHeight ?? height })}\n`)
  process.stdout.write(data)
} catch (error) {
  // sharp has no error classes; any failure means that the picture cannot be shown.
  process.stderr.write(String(error instanceof Error ? error.message : error).slice(0, 200))
  process.exitCode = notAnImage
}
