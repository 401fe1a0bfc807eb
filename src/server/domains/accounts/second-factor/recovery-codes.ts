import { createHash, randomBytes } from 'node:crypto'

/** Without i, l, o and u, which people take for other signs: 32 signs, 5 bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16
const count = 10

/** Ten codes of 80 random bits, in four groups of four: `k3tz-90qf-7m2c-xw5h`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () =>
    // 32 divides 256: every sign is as likely as the others.
    [...randomBytes(length)]
      .map((byte, place) => `${place > 0 && place % 4 === 0 ? '-' : ''}${alphabet[byte % 32]}`)
      .join(''),
  )

/** As typed, without what people put between groups, and in one case. */
export const plainCode = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase()

export const isRecoveryCode = (plain: string) =>
  plain.length === length && [...plain].every((sign) => alphabet.includes(sign))

/** What is stored of one. 80 random bits cannot be tried through, so it needs neither salt nor a slow hash. */
export const hashOfCode = (code: string) => createHash('sha256').update(plainCode(code)).digest()
