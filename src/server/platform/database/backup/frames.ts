import { BackupError } from './backup-error.ts'

/**
 * A backup contains the header, then for each table its name, its rows in chunks and its end, then the
 * manifest. A frame is one byte for the kind, four for the length, and the content.
 */
export type FrameKind = 'header' | 'table' | 'rows' | 'end' | 'manifest'

export interface Frame {
  readonly kind: FrameKind
  readonly content: Buffer
}

const marks: Readonly<Record<FrameKind, string>> = {
  header: 'H',
  table: 'T',
  rows: 'R',
  end: 'E',
  manifest: 'M',
}
const kinds = new Map(Object.entries(marks).map(([kind, mark]) => [mark.charCodeAt(0), kind as FrameKind]))

const prefixBytes = 5
/** Rows arrive in chunks of some tens of kB, so a longer frame is corrupt. */
const longest = 16 * 1024 * 1024

/** Encodes a frame; content other than rows is JSON. */
export function frame(kind: FrameKind, content: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.write(marks[kind], 'latin1')
  prefix.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([prefix, bytes])
}

/** Parses frames from chunks of arbitrary size. @throws {BackupError} */
export async function* readFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = []
  let size = 0
  let wanted = prefixBytes
  let kind: FrameKind | undefined
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    while (size >= wanted) {
      const all = Buffer.concat(held, size)
      const content = all.subarray(0, wanted)
      held = [all.subarray(wanted)]
      size -= wanted
      if (kind === undefined) {
        kind = kinds.get(content.readUInt8(0))
        wanted = content.readUInt32BE(1)
        if (kind === undefined || wanted > longest)
          throw new BackupError('The backup contains an unknown frame')
      } else {
        yield { kind, content }
        kind = undefined
        wanted = prefixBytes
      }
    }
  }
  if (size > 0 || kind !== undefined) throw new BackupError('The backup is truncated')
}
