import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'

/** RFC 6238 as every authenticator app understands it. */
const algorithm = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** A code of the step before and after is taken as well: clocks differ, and people take their time. */
const window = 1

/** 160 random bits, as long as the hash (RFC 4226). */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes)

const secretOf = (bytes: Buffer) => Secret.fromHex(bytes.toString('hex'))

/** The 30-second step whose code this is; undefined when it is none of the present ones. */
export function stepOf(secret: Buffer, digits: string, now = Date.now()): number | undefined {
  const delta = TOTP.validate({
    ...algorithm,
    token: digits,
    secret: secretOf(secret),
    timestamp: now,
    window,
  })
  return delta === null ? undefined : TOTP.counter({ period: algorithm.period, timestamp: now }) + delta
}

export interface Enrolment {
  readonly secret: string
  readonly otpauthUrl: string
  readonly qr: { readonly size: number; readonly path: string }
}

/** What an authenticator app needs, in three forms. */
export function enrolmentOf(bytes: Buffer, account: { issuer: string; label: string }): Enrolment {
  const secret = secretOf(bytes)
  const otpauthUrl = new TOTP({ ...algorithm, ...account, secret }).toString()
  return { secret: secret.base32, otpauthUrl, qr: drawn(otpauthUrl) }
}

/** Dark squares as one SVG path, a run of them at a time; two squares of quiet zone are part of the size. */
function drawn(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const runs = rows.flatMap((row, y) => {
    const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []))
    return starts.map((x) => {
      const end = row.indexOf(false, x)
      const length = (end === -1 ? row.length : end) - x
      return `M${x} ${y}h${length}v1h-${length}z`
    })
  })
  return { size: rows.length, path: runs.join('') }
}
