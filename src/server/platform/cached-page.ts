import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { Cacheable } from './visitor-cache.ts'

const deflate = promisify(deflateRaw)

/**
 * A rendered page without its nonce: the parts between the places where the nonce stood. A page is rendered with a
 * fresh random nonce, so those places are the renderer's own: nobody could have written that text before.
 */
export interface CachedPage extends Cacheable {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly parts: readonly Buffer[]
  /** The same parts as raw deflate blocks that end on a byte, none of them the last (RFC 1951, 3.2). */
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

/** The page with this answer's nonce. */
export const bodyWith = ({ parts }: CachedPage, nonce: string): Buffer => join(parts, Buffer.from(nonce))

// RFC 1952, 2.3: magic, deflate, no flags, no time, no extra flags, Unix.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
// RFC 1951, 3.2.6: a last block of fixed codes that holds nothing but its end.
const lastBlock = Buffer.from([3, 0])

/** The same, compressed: parts that are compressed already around nonces that are not, as one gzip member. */
export function packedWith(page: CachedPage, nonce: string): Buffer {
  const body = bodyWith(page, nonce)
  const end = Buffer.allocUnsafe(8)
  end.writeUInt32LE(crc32(body), 0)
  end.writeUInt32LE(body.length, 4)
  return Buffer.concat([gzipHead, join(page.packed, storedBlock(nonce)), lastBlock, end])
}

/** RFC 1951, 3.2.4: not the last one, its length, the length's complement, the bytes themselves. */
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
