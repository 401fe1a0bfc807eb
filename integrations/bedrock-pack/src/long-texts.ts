import type { Storage } from './port.ts'

/** A dynamic property holds 32,767 bytes; a character may take three of them in UTF-8 (a pair of halves four). */
const partLength = 8_000
const separator = '\u0001'

/** A storage of long texts over one of short texts: a match of 64 players with long names does not fit one property. */
export function longTexts(short: Storage): Storage {
  const partKey = (key: string, part: number) => (part === 0 ? key : `${key}${separator}${part}`)
  return {
    keys: () => short.keys().filter((key) => !key.includes(separator)),
    read(key) {
      let text = short.read(key)
      if (text === undefined) return undefined
      for (let part = 1; ; part += 1) {
        const more = short.read(partKey(key, part))
        if (more === undefined) return text
        text += more
      }
    },
    write(key, value) {
      const parts = value === undefined ? [] : cut(value)
      for (const [index, part] of parts.entries()) short.write(partKey(key, index), part)
      for (let part = parts.length; short.read(partKey(key, part)) !== undefined; part += 1) {
        short.write(partKey(key, part), undefined)
      }
    },
  }
}

/** Never between the two halves of a character: half of one is no text that a property could keep. */
function cut(text: string): string[] {
  const parts: string[] = []
  let from = 0
  while (from < text.length || parts.length === 0) {
    let to = Math.min(from + partLength, text.length)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}
