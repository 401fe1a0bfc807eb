import type { Storage } from '../../core/src/port.ts'

/** A dynamic property holds 32,767 bytes; a UTF-16 unit takes at most three of them in UTF-8. */
const partLength = 10_000
/** Begins the head of a long text, and separates a key from the number of a part. */
export const mark = '\u0001'

/**
 * A storage of long texts over one of short texts. Each write is atomic: the parts of a long text are written under
 * unused keys, then the head that names them replaces the old one, then the old parts are removed.
 */
export function longTexts(short: Storage): Storage {
  const storage: Storage = {
    keys: () => short.keys().filter((key) => !key.includes(mark)),
    read(key) {
      const head = short.read(key)
      if (!head?.startsWith(mark)) return head
      return partKeys(key, head)
        .map((part) => short.read(part) ?? '')
        .join('')
    },
    write(key, value) {
      const oldHead = short.read(key)
      const isShort = value === undefined || (value.length <= partLength && !value.startsWith(mark))
      const parts = isShort ? [] : cut(value)
      const head = isShort ? value : `${mark}${generationOf(oldHead) === 'a' ? 'b' : 'a'}${parts.length}`
      const newKeys = partKeys(key, head)
      for (const [index, part] of parts.entries()) short.write(newKeys[index]!, part)
      short.write(key, head)
      for (const part of partKeys(key, oldHead)) short.write(part, undefined)
    },
  }
  removeOrphans(short)
  return storage
}

const generationOf = (head: string | undefined) => (head?.startsWith(mark) ? head[1] : undefined)

/** The keys of the parts that a head names; none for the head of a short text. */
function partKeys(key: string, head: string | undefined): string[] {
  const generation = generationOf(head)
  if (head === undefined || generation === undefined) return []
  return Array.from({ length: Number(head.slice(2)) }, (_, part) => `${key}${mark}${generation}${part}`)
}

/** Parts whose write or removal a kill interrupted. */
function removeOrphans(short: Storage): void {
  const keys = short.keys()
  const named = new Set(
    keys.filter((key) => !key.includes(mark)).flatMap((key) => partKeys(key, short.read(key))),
  )
  for (const key of keys) if (key.includes(mark) && !named.has(key)) short.write(key, undefined)
}

/** Never cuts between the two halves of a character: half of one is no text that a property could hold. */
function cut(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; from += parts.at(-1)!.length) {
    const to = from + partLength
    const last = text.charCodeAt(to - 1)
    const isSplit = to < text.length && last >= 0xd800 && last <= 0xdbff
    parts.push(text.slice(from, isSplit ? to - 1 : to))
  }
  return parts
}
