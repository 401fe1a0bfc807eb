import { createHash, randomBytes } from 'node:crypto'

/** 32 characters of 5 bits each, without i, l, o and u, which are easily confused. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16
const count = 10

/** Creates ten codes of 80 random bits in four groups of four: `k3tz-90qf-7m2c-xw5h`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () =>
    // 32 divides 256, so all characters are equally likely.
    [...randomBytes(length)]
      .map((byte, place) => `${place > 0 && place % 4 === 0 ? '-' : ''}${alphabet[byte % 32]}`)
      .join(''),
  )

/** Normalizes case, spaces and dashes. */
export const plainCode = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase()

export const isRecoveryCode = (plain: string) =>
  plain.length === length && [...plain].every((sign) => alphabet.includes(sign))

/** Stored form of a code. 80 random bits cannot be brute-forced, so no salt or slow hash is needed. */
export const hashOfCode = (code: string) => createHash('sha256').update(plainCode(code)).digest()
