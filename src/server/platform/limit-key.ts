import { createHash } from 'node:crypto'

declare const built: unique symbol

/** Says whose count it is. Only `limitKey` makes one, so no text that somebody typed gets into a key as it is. */
export type LimitKey = string & { readonly [built]: true }

/** A part of a key. Each kind is marked, so that parts of two kinds are never equal. */
export type LimitPart =
  | { readonly member: number }
  | { readonly server: number }
  /** As `networkOf` returns it. */
  | { readonly network: string }
  /** Text of a request: a username or an email address. Case and outer spaces do not count. */
  | { readonly typed: string }

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function textOf(part: LimitPart): string {
  if ('member' in part) return `member=${part.member}`
  if ('server' in part) return `server=${part.server}`
  if ('typed' in part) return `typed=${hashOf(part.typed.trim().toLowerCase())}`
  // A network cannot hold a separator either.
  return `network=${/^[0-9a-f.:/]+$/.test(part.network) ? part.network : hashOf(part.network)}`
}

/** Builds the key of a rate limit out of parts that cannot run into each other. */
export const limitKey = (...parts: readonly [LimitPart, ...LimitPart[]]): LimitKey =>
  parts.map(textOf).join('|') as LimitKey
