import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const maxBytes = 4_096
const side = { min: 8, max: 64 } as const

interface ColorType {
  /** Of a pixel. */
  readonly samples: number
  /** Bits of a sample. 16 are more than a skin has. */
  readonly depths: readonly number[]
}

const colorTypes: Readonly<Record<number, ColorType>> = {
  0: { samples: 1, depths: [1, 2, 4, 8] },
  2: { samples: 3, depths: [8] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8] },
  6: { samples: 4, depths: [8] },
}
const paletteType = 3
const filters = 5

/**
 * Re-encodes a face from its pixels and drops everything else. Returns undefined unless it is a square PNG of 8 to 64
 * pixels a side and at most 4 KB. No image decoder runs, and the header limits how much is unpacked.
 */
export function facePng(source: Buffer): Buffer | undefined {
  const chunks = source.length > maxBytes ? undefined : readChunks(source)
  const header = chunks?.get('IHDR')
  const rows = header && rowsOf(header)
  if (chunks === undefined || header === undefined || rows === undefined) return undefined
  const palette = header[9] === paletteType ? paletteOf(chunks) : []
  const pixels = unpack(chunks.get('IDAT'), rows)
  if (palette === undefined || pixels === undefined) return undefined
  return Buffer.concat([
    signature,
    writeChunk('IHDR', header),
    ...palette,
    writeChunk('IDAT', deflateSync(pixels, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the data by type, of one type put together. Undefined when a chunk is damaged or the end is missing. */
function readChunks(source: Buffer): Map<string, Buffer> | undefined {
  if (!source.subarray(0, signature.length).equals(signature)) return undefined
  const chunks = new Map<string, Buffer>()
  for (let at = signature.length; at + 12 <= source.length; ) {
    const end = at + 8 + source.readUInt32BE(at)
    if (end + 4 > source.length) return undefined
    if (crc32(source.subarray(at + 4, end)) !== source.readUInt32BE(end)) return undefined
    const type = source.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return chunks
    chunks.set(type, Buffer.concat([chunks.get(type) ?? Buffer.alloc(0), source.subarray(at + 8, end)]))
    at = end + 4
  }
  return undefined
}

interface Rows {
  readonly count: number
  /** The filter's byte included. */
  readonly bytes: number
}

/** Returns undefined for a header that no face has. */
function rowsOf(header: Buffer): Rows | undefined {
  if (header.length !== 13) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width !== height || width < side.min || width > side.max) return undefined
  const [depth = 0, colorType = 0, ...methods] = header.subarray(8)
  const type = colorTypes[colorType]
  // Compression and filters have one method each, and a face is not interlaced.
  if (!type?.depths.includes(depth) || methods.some((method) => method !== 0)) return undefined
  return { count: height, bytes: 1 + Math.ceil((width * type.samples * depth) / 8) }
}

/** Returns the chunks with the colors, and with the transparency of each if there is one. Undefined without colors. */
function paletteOf(chunks: ReadonlyMap<string, Buffer>): Buffer[] | undefined {
  const colors = chunks.get('PLTE') ?? Buffer.alloc(0)
  const alpha = chunks.get('tRNS')
  const count = colors.length / 3
  if (!Number.isInteger(count) || count < 1 || count > 256 || (alpha?.length ?? 0) > count) return undefined
  return [writeChunk('PLTE', colors), ...(alpha === undefined ? [] : [writeChunk('tRNS', alpha)])]
}

function unpack(data: Buffer | undefined, { count, bytes }: Rows): Buffer | undefined {
  try {
    const pixels = inflateSync(data ?? Buffer.alloc(0), { maxOutputLength: count * bytes })
    const isWhole = pixels.length === count * bytes
    return isWhole && pixels.every((value, at) => at % bytes > 0 || value < filters) ? pixels : undefined
  } catch {
    // Damaged, or longer than the header says.
    return undefined
  }
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
