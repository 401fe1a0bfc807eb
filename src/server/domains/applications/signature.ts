import { createHmac, timingSafeEqual } from 'node:crypto'
import { webhookToleranceSeconds } from '../../../contract/applications/applications.ts'
import { unauthorized } from '../../platform/errors.ts'

/** What a Signature header says. */
interface Signature {
  /** Unix seconds, as written: the sender signed these digits. */
  readonly time: string
  readonly digest: Buffer
}

// Exactly one t and one v1: whoever may repeat a part can let one reader check it and another believe it.
const pattern = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/i

/** @throws 401 for a header that is missing, misshapen or too old or early */
export function readSignature(header: string | string[] | undefined, now: number): Signature {
  const [, time, hex] = (typeof header === 'string' && pattern.exec(header)) || []
  if (time === undefined || hex === undefined) {
    throw unauthorized('The Signature header must be t={unix seconds},v1={hex HMAC-SHA256 of "t.body"}')
  }
  if (Math.abs(now / 1000 - Number(time)) > webhookToleranceSeconds) {
    throw unauthorized('The time of the signature is more than 5 minutes off')
  }
  return { time, digest: Buffer.from(hex, 'hex') }
}

/** @throws 401 when the body was not signed with this secret at the time that the signature says */
export function verifySignature({ time, digest }: Signature, body: Buffer, secret: string): void {
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  if (!timingSafeEqual(right, digest)) throw unauthorized('The signature does not fit the body')
}
