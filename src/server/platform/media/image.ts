import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { msg } from '@lingui/core/macro'
import type { Message } from '../../../contract/languages.ts'
import { imageLimits } from '../../../contract/limits.ts'
import { imageSizeMessage, imageTypeMessage } from '../../../contract/posts/posts.ts'
import type { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import { invalid, overloaded } from '../http/errors.ts'

/** An image as stored and served. */
export interface StoredImage {
  /** SHA-256 of the bytes. */
  readonly hash: Buffer
  readonly bytes: Buffer
  readonly contentType: 'image/webp'
  readonly width: number
  readonly height: number
}

/** Parts of the context that images are encoded with. */
interface Encoding {
  readonly imageLimiter: ConcurrencyLimiter
  /** Replaces the process that decodes. */
  readonly encodeImage?: EncodeImage | undefined
}

interface EncodeOptions {
  /** Longest side of the stored image in pixels. */
  readonly side: number
  /** Stores only the first frame of an animation. */
  readonly still?: boolean
}

/** The bytes are not a supported image. */
export class NotAnImageError extends Error {}

/** An image that can be decoded and not be used; the message says why, to the poster. */
class UnsuitableImageError extends Error {}

/** Of the look no picture moves. */
export const lookPictureTypeMessage = msg`must be PNG, WebP or JPEG`

const dataUrl = /^data:image\/(?:jpeg|jpg|png|webp|gif);base64,/
const base64Only = /^[A-Za-z0-9+/]*={0,2}$/
const decodeTimeoutMs = 10_000
/** Node's exit code for an exception outside of the decoder's own handling. */
const crashedEarly = 1
/** The decoder's exit code for a picture that can be decoded and not be used. */
const unsuitable = 4
/** Larger than any WebP of the maximum size. */
const maxEncodedBytes = 32 * 1024 * 1024

const decoderLimits = {
  animationSide: imageLimits.animationSide,
  frames: imageLimits.frames,
  animationPixels: imageLimits.animationPixels,
  /** Width × height of a still image; more is a decompression bomb. */
  pixels: 100_000_000,
  /** Limits row length, because the resizer holds many rows. JPEG is scaled down while decoding. */
  longestSide: 8_192,
  /** Memory of a decoder; resizing and encoding need about twice as much. */
  heldBytes: 48_000_000,
}

/** The build copies the module next to this one. */
const decoder = [
  new URL('./image-decoder.js', import.meta.url),
  new URL('./image-decoder.mjs', import.meta.url),
]
  .map((url) => fileURLToPath(url))
  .find((path) => existsSync(path))

/** Small heap and one malloc arena: pixels are outside of the heap, and freed memory is returned. */
const decoderFlags = ['--max-old-space-size=48', '--max-semi-space-size=1']
const decoderEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '1',
}

/**
 * Returns the bytes of a posted data URL. `field` names it in errors, `otherType` says what it may be.
 * @throws 400 for an invalid data URL, or more than 5,242,880 bytes
 */
export function decodeDataUrl(field: string, text: string, otherType: Message = imageTypeMessage): Buffer {
  const prefix = dataUrl.exec(text)?.[0]
  if (prefix === undefined) throw invalid({ [field]: otherType })
  const base64 = text.slice(prefix.length)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  if ((base64.length / 4) * 3 - padding > imageLimits.bytes) throw invalid({ [field]: imageSizeMessage })
  // Buffer ignores characters that are not base64, so the text is checked first.
  const isBase64 = base64.length > 0 && base64.length % 4 === 0 && base64Only.test(base64)
  const bytes = isBase64 ? Buffer.from(base64, 'base64') : undefined
  if (bytes === undefined || bytes.length !== (base64.length / 4) * 3 - padding)
    throw invalid({ [field]: otherType })
  return bytes
}

/**
 * Decodes a posted data URL and re-encodes it, one image at a time. `field` names it in errors.
 * @throws 400, or 503 when the machine is too busy
 */
export async function storePostedImage(
  { imageLimiter, encodeImage: encode = encodeImage }: Encoding,
  field: string,
  text: string,
  options: EncodeOptions,
): Promise<StoredImage> {
  const source = decodeDataUrl(field, text)
  try {
    return await imageLimiter.run(() => encode(source, options))
  } catch (error) {
    if (error instanceof NotAnImageError) throw invalid({ [field]: imageTypeMessage })
    throw error
  }
}

/** What is made of a picture of the look (image-decoder.mjs). */
export type LookForm =
  | {
      readonly logo: {
        readonly side: number
        /** Side of the visible part where it needs a plate. */
        readonly plateSide: number
        readonly plate: string
        readonly groundLuminance: number
      }
    }
  | {
      readonly hero: {
        readonly width: number
        readonly height: number
        readonly bytes: number
        readonly ground: string
        readonly ink: string
      }
    }

/** A square PNG, or a WebP on which text can be read. */
export interface EncodedLookPicture {
  readonly hash: Buffer
  readonly bytes: Buffer
}

/**
 * Decodes a posted data URL and makes a picture of the look of it, one image at a time.
 * @throws 400 that names `field` and says what is wrong, or 503 when the machine is too busy
 */
export async function storeLookPicture(
  { imageLimiter }: Encoding,
  field: string,
  text: string,
  form: LookForm,
): Promise<EncodedLookPicture> {
  const source = decodeDataUrl(field, text, lookPictureTypeMessage)
  try {
    const { bytes } = await imageLimiter.run(() => decoded(source, form))
    return { hash: createHash('sha256').update(bytes).digest(), bytes }
  } catch (error) {
    if (error instanceof UnsuitableImageError) throw invalid({ [field]: error.message })
    if (error instanceof NotAnImageError) throw invalid({ [field]: lookPictureTypeMessage })
    throw error
  }
}

/**
 * Re-encodes an image as WebP: no metadata, upright, at most `side` px a side, animated within `imageLimits`.
 * It runs in its own process, so that a decoder's crash or memory use does not affect the site.
 * @throws {NotAnImageError} when the bytes are no valid JPEG, PNG, WebP or GIF, or need too much memory
 * @throws {AppError} 503 when the machine is too busy to decode them in time
 */
export async function encodeImage(
  source: Buffer,
  { side, still = false }: EncodeOptions,
): Promise<StoredImage> {
  const { bytes, width, height } = await decoded(source, { side, still })
  return {
    hash: createHash('sha256').update(bytes).digest(),
    bytes,
    contentType: 'image/webp',
    width,
    height,
  }
}

export type EncodeImage = typeof encodeImage

interface Decoded {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

async function decoded(source: Buffer, form: EncodeOptions | LookForm): Promise<Decoded> {
  if (decoder === undefined) throw new Error('image-decoder is missing next to image.ts')
  const limits = JSON.stringify({ ...decoderLimits, ...form })
  const child = spawn(process.execPath, [...decoderFlags, decoder, limits], {
    // The decoder gets no environment of the site, hence no secrets.
    env: decoderEnvironment,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: decodeTimeoutMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  // A process that fails early stops reading.
  child.stdin.on('error', () => undefined)
  child.stdin.end(source)
  const [{ code, signal }, output, complaint] = await Promise.all([
    ended,
    boundedBytes(child.stdout, maxEncodedBytes),
    text(child.stderr),
  ]).catch((error: NodeJS.ErrnoException) => {
    // The system has no process or memory to spare.
    throw error.syscall?.startsWith('spawn') ? overloaded() : error
  })
  // Killed by the time limit, or by the kernel for want of memory: a starved machine, whatever the picture is.
  if (signal === 'SIGKILL') throw overloaded()
  if (code === crashedEarly) throw new Error(`the image decoder did not start: ${complaint}`)
  if (code === unsuitable) throw new UnsuitableImageError(complaint)
  const end = output.indexOf('\n')
  if (code !== 0 || end === -1) throw new NotAnImageError(complaint || 'the decoder ended early')
  const about = JSON.parse(output.toString('utf8', 0, end)) as Omit<Decoded, 'bytes'>
  return { ...about, bytes: output.subarray(end + 1) }
}

async function boundedBytes(pieces: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const kept: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > max) throw new NotAnImageError('too large when encoded')
    kept.push(piece)
  }
  return Buffer.concat(kept)
}
