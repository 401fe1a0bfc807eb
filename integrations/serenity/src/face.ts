import { crc32, deflateSync } from 'node:zlib'
import type { SkinImage } from './serenity.ts'

/** Skins are drawn on a grid of 64 columns, of one to four pixels each. */
const columns = 64
const face = { x: 8, y: 8, size: 8 } as const
/** The second layer, over the face. */
const hatX = 40

/**
 * Returns the face of a skin as a PNG in base64. Returns undefined for an image that is not laid out as a skin.
 * Without an alpha channel the largest face stays below the 4 KB that the site accepts.
 */
export function faceOf({ width, height, data }: SkinImage): string | undefined {
  const scale = width / columns
  const isSkin = [1, 2, 4].includes(scale) && (height === width || height === width / 2)
  if (!isSkin || data.length !== width * height * 4) return undefined
  const size = face.size * scale
  const colorAt = (x: number, y: number) => {
    const at = ((face.y * scale + y) * width + x) * 4
    return { rgb: [...data.subarray(at, at + 3)], alpha: data[at + 3]! / 255 }
  }
  const rows: number[] = []
  for (let y = 0; y < size; y += 1) {
    // The row's filter: none.
    rows.push(0)
    for (let x = 0; x < size; x += 1) {
      const below = colorAt(face.x * scale + x, y).rgb
      const { rgb, alpha } = colorAt(hatX * scale + x, y)
      rows.push(...rgb.map((value, channel) => Math.round(value * alpha + below[channel]! * (1 - alpha))))
    }
  }
  return png(size, Buffer.from(rows)).toString('base64')
}

/** A square PNG of 8-bit RGB. */
function png(size: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
