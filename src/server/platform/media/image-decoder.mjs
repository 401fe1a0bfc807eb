import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Decodes and re-encodes one picture in its own process: picture on standard input, limits as JSON in the
 * first argument. Writes a line of JSON, then the bytes, to standard output. Exit code 3: unsupported
 * picture.
 */
const notAnImage = 3
/** Exit code of a picture that can be decoded and not be used; standard error says why. */
const unsuitable = 4
class UnsuitableError extends Error {}

/** @typedef {{ side: number, animationSide: number, frames: number, animationPixels: number, pixels: number,
 *   heldBytes: number, longestSide: number, still: boolean,
 *   logo?: { side: number, plateSide: number, plate: string, groundLuminance: number },
 *   hero?: { width: number, height: number, bytes: number, ground: string, ink: string } }} Limits */
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

/** @param {number} part */
const toLinear = (part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)

/** Relative luminance (WCAG 2) of what is visible of raw RGBA; undefined when nothing is. @param {Buffer} rgba */
function luminanceOf(rgba) {
  let [sum, weight] = [0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0
    const [red, green, blue] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0].map(toLinear)
    sum += alpha * (0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0))
    weight += alpha
  }
  return weight === 0 ? undefined : sum / weight
}

/**
 * What is left without transparent edges. Edges of one colour stay: they may be half of a flag.
 * @param {Buffer} rgba
 * @param {number} width
 */
function visiblePart(rgba, width) {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0]
  for (let at = 3; at < rgba.length; at += 4) {
    if ((rgba[at] ?? 0) === 0) continue
    const [x, y] = [((at - 3) / 4) % width, Math.floor((at - 3) / 4 / width)]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Returns what a picture of the look says of itself. @param {Buffer} source */
async function openStill(source) {
  const opening = { limitInputPixels: limits.pixels }
  const metadata = await sharp(source, opening).metadata()
  if (!['png', 'webp', 'jpeg'].includes(metadata.format))
    throw new UnsuitableError('must be PNG, WebP or JPEG')
  const { width, autoOrient } = metadata
  const height = metadata.pageHeight ?? metadata.height
  const turned = autoOrient.width === width ? { width, height } : { width: height, height: width }
  return { ...turned, metadata, image: () => sharp(source, { ...opening, failOn: 'error' }).autoOrient() }
}

/** @param {import('sharp').Metadata} metadata */
function requireMemory(metadata) {
  if (bytesToDecode(metadata) > limits.heldBytes)
    throw new UnsuitableError('takes too much memory to decode: save it smaller, and not interlaced')
}

/**
 * A square PNG: trimmed, the visible part in its middle. Pixel art is enlarged without blur. What can hardly be seen on
 * the ground gets a light plate.
 * @param {Buffer} source
 * @param {NonNullable<Limits['logo']>} form
 */
async function encodeLogo(source, { side, plateSide, plate, groundLuminance }) {
  const { width, height, metadata, image } = await openStill(source)
  const [longest, shortest] = [Math.max(width, height), Math.min(width, height)]
  const isPixelArt = shortest >= 16 && longest <= 64
  if (!isPixelArt && (shortest < 128 || longest > 4_096))
    throw new UnsuitableError('must be 128 to 4,096 pixels a side, or 16 to 64')
  requireMemory(metadata)
  const small = await image()
    .resize({ width: 1_024, height: 1_024, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const luminance = luminanceOf(small.data)
  if (luminance === undefined) throw new UnsuitableError('shows nothing: all of it is transparent')
  const trimmed = await sharp(small.data, { raw: small.info })
    .extract(visiblePart(small.data, small.info.width))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const contrast =
    (Math.max(luminance, groundLuminance) + 0.05) / (Math.min(luminance, groundLuminance) + 0.05)
  const hasPlate = contrast < 1.5
  const room = hasPlate ? plateSide : side
  const scale = room / Math.max(trimmed.info.width, trimmed.info.height)
  const by = isPixelArt ? Math.floor(scale) : scale
  const mark = await sharp(trimmed.data, { raw: trimmed.info })
    .resize({
      width: Math.max(1, Math.round(trimmed.info.width * by)),
      height: Math.max(1, Math.round(trimmed.info.height * by)),
      fit: 'fill',
      kernel: isPixelArt ? 'nearest' : 'lanczos3',
    })
    .png()
    .toBuffer()
  const background = hasPlate ? plate : { r: 0, g: 0, b: 0, alpha: 0 }
  const { data, info } = await sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height } }
}

/** @param {string} hex */
const partsOf = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** @param {readonly number[]} parts */
const luminance = (parts) => {
  const [red = 0, green = 0, blue = 0] = parts.map(toLinear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Percent of the ground over a spot that make the ink readable on it, 4.5:1.
 * @param {readonly number[]} spot
 * @param {readonly number[]} ground
 * @param {readonly number[]} ink
 */
function veilOver(spot, ground, ink) {
  const isReadable = (/** @type {number} */ veil) => {
    const parts = spot.map((part, at) => part * (1 - veil / 100) + (ground[at] ?? 0) * (veil / 100))
    return (luminance(ink) + 0.05) / (luminance(parts) + 0.05) >= 4.5
  }
  let veil = 0
  while (veil < 100 && !isReadable(veil)) veil += 1
  return veil
}

/**
 * A WebP within the given bytes, under a veil in the colour of the ground, as deep as its brightest spot needs.
 * @param {Buffer} source
 * @param {NonNullable<Limits['hero']>} form
 */
async function encodeHero(source, form) {
  const { width, height, metadata, image } = await openStill(source)
  if (width < form.width || height < form.height)
    throw new UnsuitableError(
      `must be at least ${form.width.toLocaleString('en')} × ${form.height} pixels; this is ${width} × ${height}`,
    )
  requireMemory(metadata)
  const small = await image()
    .flatten({ background: form.ground })
    .resize({ width: 1_920, height: 1_920, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const spots = await sharp(small.data, { raw: small.info })
    .resize(96, 96, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  let veil = 0
  const [ground, ink] = [partsOf(form.ground), partsOf(form.ink)]
  for (let at = 0; at < spots.length; at += 3)
    veil = Math.max(veil, veilOver([...spots.subarray(at, at + 3)], ground, ink))
  const alpha = veil / 100
  const veiled = await sharp(small.data, { raw: small.info })
    .linear(
      [1 - alpha, 1 - alpha, 1 - alpha],
      ground.map((part) => part * alpha),
    )
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const [side, quality] of [
    [1_920, 80],
    [1_920, 60],
    [1_600, 50],
    [1_600, 30],
    [1_280, 20],
    [960, 10],
  ]) {
    const { data, info } = await sharp(veiled.data, { raw: veiled.info })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= form.bytes) return { data, info: { width: info.width, height: info.height } }
  }
  throw new UnsuitableError('is too noisy to be stored small enough')
}

/** @param {Buffer} source */
async function encodeAny(source) {
  if (limits.logo !== undefined) return encodeLogo(source, limits.logo)
  if (limits.hero !== undefined) return encodeHero(source, limits.hero)
  const { data, info } = await encode(source)
  return { data, info: { width: info.width, height: info.pageHeight ?? info.height } }
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
  const { data, info } = await encodeAny(source)
  process.stdout.write(`${JSON.stringify(info)}\n`)
  process.stdout.write(data)
} catch (error) {
  // sharp has no error classes; any failure means that the picture cannot be shown.
  process.stderr.write(String(error instanceof Error ? error.message : error).slice(0, 200))
  process.exitCode = error instanceof UnsuitableError ? unsuitable : notAnImage
}
