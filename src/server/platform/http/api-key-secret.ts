import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Game servers also send `Bearer`: their keys begin differently. */
const prefix = 'vxk_'

const randomLength = 26
const checksumLength = 6

const pattern = new RegExp(`^${prefix}[${digits}]{${randomLength + checksumLength}}$`)

/** CRC-32 in six digits of base 62, by which secret scanners tell a key from a text that looks like one. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let sum = ''
  for (let n = 0; n < checksumLength; n += 1) {
    sum = `${digits[rest % digits.length]}${sum}`
    rest = Math.floor(rest / digits.length)
  }
  return sum
}

/** 154 random bits and their checksum. */
export function makeApiKey(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('')
  return `${prefix}${random}${checksumOf(random)}`
}

/** False also for a key with a typing error, so that it costs no query. */
export const isApiKey = (text: string): boolean =>
  pattern.test(text) && checksumOf(text.slice(prefix.length, -checksumLength)) === text.slice(-checksumLength)

/** The API key of an Authorization header, whether or not it can be one; undefined for anything else. */
export const apiKeyIn = (authorization: string | undefined): string | undefined =>
  new RegExp(`^Bearer +(${prefix}\\S*)$`, 'i').exec(authorization ?? '')?.[1]

/** What is stored of a key. */
export const apiKeyHash = (secret: string) => createHash('sha256').update(secret).digest()
