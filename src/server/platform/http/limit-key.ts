import { createHash } from 'node:crypto'

declare const built: unique symbol

/** Branded key. Only `limitKey` creates one, so raw user input never becomes a key. */
export type LimitKey = string & { readonly [built]: true }

/** Part of a key, tagged by kind, so that parts of different kinds are never equal. */
export type LimitPart =
  | { readonly member: number }
  | { readonly server: number }
  | { readonly apiKey: number }
  /** As returned by `networkOf`. */
  | { readonly network: string }
  /** User input such as a username or email address; case and surrounding spaces are ignored. */
  | { readonly typed: string }

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function textOf(part: LimitPart): string {
  if ('member' in part) return `member=${part.member}`
  if ('server' in part) return `server=${part.server}`
  if ('apiKey' in part) return `apiKey=${part.apiKey}`
  if ('typed' in part) return `typed=${hashOf(part.typed.trim().toLowerCase())}`
  // A network cannot contain a separator either.
  return `network=${/^[0-9a-f.:/]+$/.test(part.network) ? part.network : hashOf(part.network)}`
}

/** Builds a rate limit key from unambiguous parts. */
export const limitKey = (...parts: readonly [LimitPart, ...LimitPart[]]): LimitKey =>
  parts.map(textOf).join('|') as LimitKey
