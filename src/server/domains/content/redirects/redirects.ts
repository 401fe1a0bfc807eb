import type { Executor } from '../../../platform/database/database.ts'
import { findTarget } from './queries.ts'

const maxPath = 500

/** Bounds what one table holds; a site has fewer addresses that others link to. */
export const maxRedirects = 20_000

/**
 * A path as it is stored and looked up: decoded, in small letters, without a slash at its end. Undefined for one that no
 * redirect has.
 */
export function redirectKey(path: string): string | undefined {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A percent sign that encodes nothing is part of the path.
  }
  const key = decoded.normalize('NFC').toLowerCase().replace(/\/+$/, '')
  const isPath = /^\/[^/\\\p{Cc}?#][^\\\p{Cc}?#]*$/u.test(key) && key.isWellFormed() && key.length <= maxPath
  return isPath ? key : undefined
}

/** Whether a target is a path of this site: browsers read `//host` and `/\host` as another one. */
export const isOwnPath = (target: string) =>
  target.length <= maxPath && target.isWellFormed() && /^\/(?:[^/\\\s\p{Cc}][^\\\s\p{Cc}]*)?$/u.test(target)

/** Redirects from one to the next; browsers give up at about 20. */
const maxHops = 5

/** Programs that put a number before a title find the page by the number. */
const keysOf = (key: string) => [key, key.replace(/\/(\d{1,10})-[^/]*$/, '/$1')]

/**
 * Where a path of another program leads: to the first target, as the site may have a page there. Undefined where redirects
 * from there on come back to a path, or do not end.
 */
export async function findRedirect(executor: Executor, path: string): Promise<string | undefined> {
  const seen = new Set<string>()
  let first: string | undefined
  for (let key = redirectKey(path); key !== undefined; ) {
    if (seen.has(key)) return undefined
    seen.add(key)
    const target = await findTarget(executor, keysOf(key))
    if (target === undefined) break
    if (seen.size > maxHops) return undefined
    first ??= target
    key = redirectKey(target.split(/[?#]/, 1)[0] ?? '')
  }
  // The location is a header, which takes ASCII alone.
  return first === undefined ? undefined : encodeURI(first).replaceAll('%25', '%')
}
