import { createHmac, timingSafeEqual } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { webhookToleranceSeconds } from '../../../contract/applications/applications.ts'
import { unauthorized } from '../../platform/http/errors.ts'

/** Parsed Signature header. */
interface Signature {
  /** Unix seconds as text, because the sender signed these digits. */
  readonly time: string
  readonly digest: Buffer
}

// Exactly one t and one v1: with a repeated part, two parsers could read different values.
const pattern = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/i

/** @throws 401 for a header that is missing, malformed, too old or in the future */
export function readSignature(header: string | string[] | undefined, now: number): Signature {
  const [, time, hex] = (typeof header === 'string' && pattern.exec(header)) || []
  if (time === undefined || hex === undefined) {
    throw unauthorized('The Signature header must be t={unix seconds},v1={hex HMAC-SHA256 of "t.body"}')
  }
  if (Math.abs(now / 1000 - Number(time)) > webhookToleranceSeconds) {
    throw unauthorized(msg`The time of the signature is more than 5 minutes off`)
  }
  return { time, digest: Buffer.from(hex, 'hex') }
}

/** @throws 401 when the body was not signed with this secret at the stated time */
export function verifySignature({ time, digest }: Signature, body: Buffer, secret: string): void {
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  if (!timingSafeEqual(right, digest)) throw unauthorized(msg`The signature does not match the body`)
}
