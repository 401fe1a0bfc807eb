import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link does. A token of one purpose is void for the other. */
export type TokenPurpose = 'confirm' | 'unsubscribe'

export interface Subscriber {
  readonly id: number
  readonly email: string
}

const idBytes = 4
const macBytes = 28

const macOf = (key: Buffer, purpose: TokenPurpose, { id, email }: Subscriber) =>
  createHmac('sha256', key).update(`${purpose} ${id} ${email.toLowerCase()}`).digest().subarray(0, macBytes)

/** Token of a link: the id and 224 bits of an HMAC, in base64url. It is the same in every mail and stored nowhere. */
export function makeToken(key: Buffer, purpose: TokenPurpose, subscriber: Subscriber): string {
  const token = Buffer.alloc(idBytes + macBytes)
  token.writeUInt32BE(subscriber.id)
  macOf(key, purpose, subscriber).copy(token, idBytes)
  return token.toString('base64url')
}

/** Returns the id that a token claims; undefined when it is not complete. */
export function idOfToken(token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return undefined
  const id = bytes.readUInt32BE()
  return id > 0 && id <= 0x7fffffff ? id : undefined
}

export const isTokenOf = (key: Buffer, purpose: TokenPurpose, subscriber: Subscriber, token: string) =>
  timingSafeEqual(
    Buffer.from(makeToken(key, purpose, subscriber), 'base64url'),
    Buffer.from(token, 'base64url'),
  )
