import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { Cacheable } from './visitor-cache.ts'

const deflate = promisify(deflateRaw)

/**
 * A rendered page without its nonce: the parts between the nonces. Each page is rendered with a fresh random nonce, so
 * user content cannot contain it.
 */
export interface CachedPage extends Cacheable {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly parts: readonly Buffer[]
  /** The parts as byte-aligned, non-final deflate blocks (RFC 1951, 3.2). */
  readonly packed: readonly Buffer[]
}

export async function cachedPageOf(response: Response, nonce: string): Promise<CachedPage> {
  const parts = (await response.text()).split(nonce).map((part) => Buffer.from(part))
  const packed = await Promise.all(
    parts.map((part) => deflate(part, { level: 6, finishFlush: constants.Z_SYNC_FLUSH })),
  )
  const size = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0)
  return {
    status: response.status,
    headers: [...response.headers],
    parts,
    packed,
    bytes: size(parts) + size(packed),
    keep: response.status === 200 && !response.headers.has('set-cookie'),
  }
}

/** Returns the page with the nonce of this response. */
export const bodyWithNonce = ({ parts }: CachedPage, nonce: string): Buffer => join(parts, Buffer.from(nonce))

// RFC 1952, 2.3: magic, deflate, no flags, no time, no extra flags, Unix.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
// RFC 1951, 3.2.6: an empty final block with fixed codes.
const lastBlock = Buffer.from([3, 0])

/** Returns the gzipped page: precompressed parts around uncompressed nonces, as one gzip member. */
export function gzipWithNonce(page: CachedPage, nonce: string): Buffer {
  const body = bodyWithNonce(page, nonce)
  const end = Buffer.allocUnsafe(8)
  end.writeUInt32LE(crc32(body), 0)
  end.writeUInt32LE(body.length, 4)
  return Buffer.concat([gzipHead, join(page.packed, storedBlock(nonce)), lastBlock, end])
}

/** RFC 1951, 3.2.4: non-final stored block with its length, the complement of the length, and the bytes. */
function storedBlock(text: string): Buffer {
  const bytes = Buffer.from(text)
  const head = Buffer.allocUnsafe(5)
  head.writeUInt8(0, 0)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}

const join = (parts: readonly Buffer[], between: Buffer) =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])))
