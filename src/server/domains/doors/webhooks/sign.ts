import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const makeSecret = () => `${prefix}${randomBytes(24).toString('base64')}`

interface Signed {
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: string
}

/** Headers of Standard Webhooks 1.0, with a signature for each secret. */
export const signedHeaders = (
  { id, timestamp, body }: Signed,
  secrets: readonly string[],
): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'user-agent': 'vulx-webhooks/1.0',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' '),
})
