import * as z from 'zod/mini'
import { pushLimits } from './notifications.ts'

const PushState = z.object({
  /** The site's key, with which a browser subscribes. */
  publicKey: z.string(),
  isOn: z.boolean(),
})

export type PushState = z.infer<typeof PushState>

/** Base64url of a number of bytes that has this many characters. */
const base64url = (name: string, characters: number) =>
  z.string({ error: `${name} must be a key of the browser` }).check(
    z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), {
      error: `${name} must be a key of the browser`,
    }),
  )

/** A browser's subscription, as `PushSubscription.toJSON` has it, with its keys beside the endpoint. */
const PushSubscription = z.object({
  endpoint: z.string({ error: 'endpoint must be an https address' }).check(
    z.maxLength(pushLimits.maxEndpoint, {
      error: `endpoint must have at most ${pushLimits.maxEndpoint} characters`,
    }),
    z.regex(/^https:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/, { error: 'endpoint must be an https address' }),
  ),
  p256dh: base64url('p256dh', 87),
  auth: base64url('auth', 22),
})

export type PushSubscription = z.infer<typeof PushSubscription>

export const notificationSettingsSchemas = {
  push: { response: PushState },
  subscribe: { body: PushSubscription, response: PushState },
  unsubscribe: {},
}
