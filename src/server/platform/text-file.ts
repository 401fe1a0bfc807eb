/** Bytes that are no text. The message completes the name of a file. */
export class NotTextError extends Error {
  /** @param line of the first byte that is no text, counted from 1 */
  constructor(readonly line: number) {
    super('it is not a text in UTF-8: save it in UTF-8')
  }
}

const encodingOf = (bytes: Uint8Array) => {
  const mark = `${bytes[0]} ${bytes[1]}`
  return mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8'
}

/**
 * The text of a file as people save it: in UTF-8, or in UTF-16 with a byte order mark, with the lines of whatever system.
 * The text has no mark, and its lines end with `\n`.
 * @throws {NotTextError}
 */
export function textOfFile(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const decode = (part: Uint8Array) => {
    const text = new TextDecoder(encoding, { fatal: true }).decode(part)
    if (text.includes('\0')) throw new TypeError('NUL')
    return text
  }
  try {
    return decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    if (encoding !== 'utf-8') throw new NotTextError(1)
    const lines = Buffer.from(bytes)
      .toString('latin1')
      .split(/\r\n|\r|\n/)
    const isText = (line: string) => {
      try {
        decode(Buffer.from(line, 'latin1'))
        return true
      } catch {
        return false
      }
    }
    throw new NotTextError(lines.findIndex((line) => !isText(line)) + 1)
  }
}
