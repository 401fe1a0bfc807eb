import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import type { Message } from '../languages.ts'
import { sentence } from '../sentences.ts'
import { pushLimits } from './notifications.ts'

const PushState = z.object({
  /** The site's key, with which a browser subscribes. */
  publicKey: z.string(),
  isOn: z.boolean(),
  /** Where this session's pushes go: a browser whose own address is another was given a new one. */
  endpoint: z.nullable(z.string()),
})

/** Base64url of a number of bytes that has this many characters. */
const base64url = (wrong: Message, characters: number) => {
  const error = sentence(wrong)
  return z.string({ error }).check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), { error }))
}

/** A browser's subscription, as `PushSubscription.toJSON` has it, with its keys beside the endpoint. */
const PushSubscription = z.object({
  endpoint: z.string({ error: sentence(msg`endpoint must be an https address`) }).check(
    z.maxLength(pushLimits.maxEndpoint, {
      error: sentence(msg`endpoint must have at most ${{ maxEndpoint: pushLimits.maxEndpoint }} characters`),
    }),
    z.regex(/^https:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/, {
      error: sentence(msg`endpoint must be an https address`),
    }),
  ),
  p256dh: base64url(msg`p256dh must be a key of the browser`, 87),
  auth: base64url(msg`auth must be a key of the browser`, 22),
})

export type PushSubscription = z.infer<typeof PushSubscription>

const timeError = sentence(msg`Choose a time like 22:00`)

export const TimeOfDay = z
  .string({ error: timeError })
  .check(z.regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, { error: timeError }))

export const wrongZone = msg`Choose a time zone like Europe/Berlin`

const zoneError = sentence(wrongZone)

/** A name of the IANA database that the server's database knows. */
export const TimeZone = z
  .string({ error: zoneError })
  .check(z.minLength(1, { error: zoneError }), z.maxLength(60, { error: zoneError }))

/** No mail and no push from one time of the day to another, past midnight where it ends earlier than it starts. */
export const QuietHours = z
  .object({
    startsAt: TimeOfDay,
    endsAt: TimeOfDay,
    timeZone: TimeZone,
  })
  .check(
    z.refine(({ startsAt, endsAt }) => startsAt !== endsAt, {
      error: sentence(msg`Quiet hours must end at another time than they start`),
      path: ['endsAt'],
    }),
  )

export type QuietHours = z.infer<typeof QuietHours>

const QuietHoursState = z.object({ quietHours: z.nullable(QuietHours) })

const hourError = sentence(msg`Choose a full hour from 0 to 23`)

/** One mail a day, at a full hour of the member's time zone. */
export const Digest = z.object({
  hour: z
    .int({ error: hourError })
    .check(z.minimum(0, { error: hourError }), z.maximum(23, { error: hourError })),
  timeZone: TimeZone,
})

export type Digest = z.infer<typeof Digest>

const DigestState = z.object({ digest: z.nullable(Digest) })

export const notificationSettingsSchemas = {
  push: { response: PushState },
  subscribe: { body: PushSubscription, response: PushState },
  unsubscribe: {},
  quietHours: { response: QuietHoursState },
  setQuietHours: { body: QuietHours, response: QuietHoursState },
  endQuietHours: {},
  digest: { response: DigestState },
  setDigest: { body: Digest, response: DigestState },
  endDigest: {},
}
