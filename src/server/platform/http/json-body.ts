import { msg } from '@lingui/core/macro'
import { isStorableText } from '../../../contract/text.ts'
import { badRequest, invalid } from './errors.ts'

const quote = 0x22
const backslash = 0x5c
/** `{ } [ ] : ,` — the characters that make JSON deep or wide. */
const structure = new Uint8Array(256)
for (const character of '{}[]:,') structure[character.charCodeAt(0)] = 1

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses JSON with at most `max` structural characters outside strings (docs/spec/rulings.md, Limits).
 * Strings are skipped at native speed, so that an image post of 8 MB takes a few milliseconds.
 * `anyText`: the schemas of the endpoint judge texts and keys one by one, so that an odd one costs nothing else.
 * @throws 400 for invalid UTF-8 or JSON, too much structure, or, without `anyText`, a `__proto__` key or text that cannot
 * be stored
 */
export function parseJsonBody(
  bytes: Buffer,
  max: number,
  { anyText = false }: { readonly anyText?: boolean | undefined } = {},
): unknown {
  if (structureCharacters(bytes, max) > max) throw badRequest(msg`The request body is too complex`)
  const body = parse(bytes, anyText ? undefined : refusePrototype)
  if (!anyText) requireStorableText(body)
  return body
}

function parse(bytes: Buffer, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(utf8.decode(bytes), reviver)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) {
      throw badRequest(msg`The request body is not valid JSON`)
    }
    throw error
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw badRequest(msg`The request body may not have a key __proto__`)
  return value
}

function structureCharacters(bytes: Buffer, max: number): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === quote) {
      at = endOfString(bytes, at + 1)
    } else if (structure[byte] === 1) {
      count += 1
      if (count > max) return count
    }
  }
  return count
}

/** Returns the index of the closing quote of a string that began before `from`; the end of the bytes without one. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(quote, from); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === backslash && at - 1 - slashes >= from) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return bytes.length
}

/**
 * Rejects text that PostgreSQL or JSON cannot store, at any depth.
 * @throws 400 naming the outermost field
 */
export function requireStorableText(value: unknown, field = 'body'): void {
  if (typeof value === 'string') {
    if (!isStorableText(value))
      throw invalid({ [field]: msg`Text contains characters that cannot be stored` })
  } else if (Array.isArray(value)) {
    for (const item of value) requireStorableText(item, field)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const outermost = field === 'body' ? name : field
      requireStorableText(name, isStorableText(name) ? outermost : 'body')
      requireStorableText(item, outermost)
    }
  }
}
