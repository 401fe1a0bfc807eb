import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'

/** RFC 6238 parameters that all authenticator apps support. */
const algorithm = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Also accepts the codes of the previous and next step, because clocks differ. */
const window = 1

/** 160 random bits, as long as the hash (RFC 4226). */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes)

const secretOf = (bytes: Buffer) => Secret.fromHex(bytes.toString('hex'))

/** Returns the 30-second step of a code; undefined when it is not valid now. */
export function stepOf(secret: Buffer, digits: string, now = Date.now()): number | undefined {
  // `validate` compares as many bytes as the code has, and throws at six signs of more bytes.
  if (!/^[0-9]{6}$/.test(digits)) return undefined
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

/** Set-up data for an authenticator app, in three forms. */
export function enrolmentOf(bytes: Buffer, account: { issuer: string; label: string }): Enrolment {
  const secret = secretOf(bytes)
  const otpauthUrl = new TOTP({ ...algorithm, ...account, secret }).toString()
  return { secret: secret.base32, otpauthUrl, qr: drawn(otpauthUrl) }
}

/** Draws dark squares as one SVG path, run by run; the size includes two squares of quiet zone. */
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
