const headerBytes = 6
const entryBytes = 16

/** Wraps a PNG of `side` × `side` pixels (at most 256) in the ICO container of `/favicon.ico`. */
export function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(headerBytes + entryBytes)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(1, 4) // one image
  head.writeUInt8(side % 256, 6) // 0 means 256
  head.writeUInt8(side % 256, 7)
  head.writeUInt16LE(1, 10) // colour planes
  head.writeUInt16LE(32, 12) // bits per pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
