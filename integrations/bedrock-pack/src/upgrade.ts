import type { Storage } from '../../core/src/port.ts'
import { longTexts, mark } from './long-texts.ts'

/**
 * Brings what the pack 0.1.0 stored into the form of today: long texts in numbered parts behind a first part without a
 * mark, messages and ranks by the bare PlayFab id, and the seed of its link codes. Call it before anything else reads.
 */
export function upgrade(short: Storage): void {
  joinParts(short)
  const storage = longTexts(short)
  storage.write('seed', undefined)
  for (const key of storage.keys()) {
    const [, kind, pfid] = /^outbox:(mail|rank):(?!pfid:|xuid:)(.+)$/.exec(key) ?? []
    const value = storage.read(key)
    if (kind === undefined || value === undefined) continue
    storage.write(`outbox:${kind}:pfid:${pfid}`, kind === 'mail' ? mailWithIds(value) : value)
    storage.write(key, undefined)
  }
}

function joinParts(short: Storage): void {
  const oldPart = new RegExp(`^(.+)${mark}(\\d+)$`)
  const keys = short.keys().filter((key) => oldPart.test(key))
  const numberOf = (key: string) => Number(oldPart.exec(key)?.[2])
  for (const owner of new Set(keys.map((key) => oldPart.exec(key)![1]!))) {
    const parts = keys.filter((key) => key.startsWith(owner + mark))
    parts.sort((a, b) => numberOf(a) - numberOf(b))
    const head = short.read(owner)
    // A kill after the joined text was written leaves a head with a mark: then only the parts are still to be removed.
    if (head !== undefined && !head.startsWith(mark))
      longTexts({ ...short, keys: () => [] }).write(
        owner,
        head + parts.map((key) => short.read(key)).join(''),
      )
    for (const key of parts) short.write(key, undefined)
  }
}

/** Messages had no ids; the core tells repeated ones by their id. */
function mailWithIds(value: string): string {
  try {
    const texts: unknown = JSON.parse(value)
    const mail = Array.isArray(texts)
      ? texts.map((text, n) => ({ id: `0.1.0-${n}`, text: String(text) }))
      : []
    return JSON.stringify(mail)
  } catch {
    return '[]'
  }
}
