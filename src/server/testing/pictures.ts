import { createHash, randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { type EncodeImage, NotAnImageError } from '../platform/media/image.ts'

/** Encodes a picture in this process. Starting one takes longer than all else of a test that is not about decoding. */
export const encodeHere: EncodeImage = async (source, { side }) => {
  const { data: bytes, info } = await sharp(source)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ effort: 0 })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new NotAnImageError(String(error))
    })
  const hash = createHash('sha256').update(bytes).digest()
  return { hash, bytes, contentType: 'image/webp', width: info.width, height: info.height }
}

export const dataUrlOf = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`

/** A PNG chunk with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

interface PngShape {
  readonly width: number
  readonly height: number
  readonly depth: 1 | 8 | 16
  readonly isInterlaced?: boolean
}

/** First column, first row, column and row distance (PNG specification, 8.2). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A valid PNG of zeros: RGBA, or grey with one bit a pixel. */
export function zeroPng({ width, height, depth, isInterlaced = false }: PngShape): Buffer {
  const isGrey = depth === 1
  const bits = isGrey ? 1 : depth * 4
  let size = 0
  for (const [x, y, dx, dy] of isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - x) / dx)
    const rows = Math.ceil((height - y) / dy)
    if (columns > 0 && rows > 0) size += rows * (1 + Math.ceil((columns * bits) / 8))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, isGrey ? 0 : 6, 0, 0, isInterlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(size), { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#357' }, limitInputPixels: false })

const noise = (side: number) =>
  sharp(randomFillSync(Buffer.alloc(side * side * 3)), { raw: { width: side, height: side, channels: 3 } })

/** So many colours that no encoder can store it with a palette. */
function gradient(side: number) {
  const bytes = Buffer.alloc(side * side * 4)
  for (let at = 0, y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1, at += 4)
      bytes.writeUInt32BE(
        (((x & 255) << 24) | ((y & 255) << 16) | (((x + y) & 4080) << 4) | (255 - (x & 63))) >>> 0,
        at,
      )
  return sharp(bytes, { raw: { width: side, height: side, channels: 4 } })
}

async function animation(frames: readonly Sharp[]) {
  const pictures = await Promise.all(frames.map((frame) => frame.png().toBuffer()))
  return sharp(pictures, { join: { animated: true } })
}

/** Accepted pictures that need the most memory, at least one per format. */
export const worstAccepted: Readonly<Record<string, () => Promise<Buffer>>> = {
  'PNG, interlaced, 16 bit': async () =>
    zeroPng({ width: 2449, height: 2449, depth: 16, isInterlaced: true }),
  'PNG, interlaced, 8 bit': async () => zeroPng({ width: 3464, height: 3464, depth: 8, isInterlaced: true }),
  'PNG, 16 bit, wide': async () => zeroPng({ width: 8192, height: 732, depth: 16 }),
  'PNG, 8 bit, wide': async () => zeroPng({ width: 8192, height: 4394, depth: 8 }),
  'JPEG, 100 megapixels': () => flat(9999).jpeg({ quality: 50 }).toBuffer(),
  'JPEG, noise, 5 MB': () => noise(2048).jpeg({ quality: 78, chromaSubsampling: '4:4:4' }).toBuffer(),
  'JPEG, progressive, 4:4:4': () =>
    flat(2828).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'JPEG, progressive, 4:2:0, noise': () => noise(3999).jpeg({ quality: 30, progressive: true }).toBuffer(),
  'WebP, lossless': () => gradient(3464).webp({ lossless: true, effort: 0 }).toBuffer(),
  'WebP, lossy': () => flat(3464).webp({ quality: 50, effort: 0 }).toBuffer(),
  GIF: () => flat(3464).gif({ effort: 1 }).toBuffer(),
  'GIF, animated, two large frames': async () =>
    (await animation([flat(2449), flat(2448).extend({ right: 1, bottom: 1 })])).gif({ effort: 1 }).toBuffer(),
  'WebP, animated, noise': async () =>
    (await animation(Array.from({ length: 12 }, () => noise(1000))))
      .webp({ quality: 30, effort: 0 })
      .toBuffer(),
}

/** Small files that would exceed the memory limit of a picture. */
export const bombs: Readonly<Record<string, () => Promise<Buffer>>> = {
  'an interlaced 16-bit PNG of 9999 × 9999': async () =>
    zeroPng({ width: 9999, height: 9999, depth: 16, isInterlaced: true }),
  'a 16-bit PNG of 8000 × 8000': async () => zeroPng({ width: 8000, height: 8000, depth: 16 }),
  'a PNG of 50,000 × 800': async () => zeroPng({ width: 50_000, height: 800, depth: 8 }),
  'a progressive JPEG of 9999 × 9999': () => flat(9999).jpeg({ quality: 50, progressive: true }).toBuffer(),
  'a WebP of 9999 × 9999': () => flat(9999).webp({ quality: 50, effort: 0 }).toBuffer(),
  'a GIF of 9999 × 9999': () => flat(9999).gif({ effort: 1 }).toBuffer(),
}
