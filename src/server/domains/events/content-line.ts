/** Octets of a line without its break (RFC 5545, 3.1). */
const maxOctets = 75

/** Folds a line between characters and ends it with CRLF. */
export function contentLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const own = Buffer.byteLength(character)
    if (octets + own > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += own
  }
  return `${folded}\r\n`
}

/** Formats a TEXT value (3.3.11): line breaks as `\n`, separators escaped, other control characters removed. */
export const calendarText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the characters that are left out.
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '')

/** Formats a DATE-TIME in UTC (3.3.5), such as 20260704T180000Z. */
export const calendarTime = (iso: string) => `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`
