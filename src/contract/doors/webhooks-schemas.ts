import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, IdText, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { singleLine } from '../written-schemas.ts'
import { webhookDisabledReasons, webhookLimits, webhookTestType, webhookTypes } from './webhooks.ts'

const typesError = sentence(msg`Choose at least one of the events`)

const types = z.array(z.enum(webhookTypes, { error: typesError }), { error: typesError }).check(
  z.minLength(1, { error: typesError }),
  z.maxLength(webhookTypes.length, { error: typesError }),
  z.refine((all) => new Set(all).size === all.length, { error: typesError }),
)

/** Whether the site may call it is checked by the server, here and again for each attempt. */
const url = singleLine({ name: 'Address', min: 1, max: webhookLimits.url }).check(
  z.regex(/^https?:\/\/[^/?#]/i, {
    error: sentence(msg`The address must begin with https://`),
  }),
  // It would be listed to everybody who manages webhooks, and the signature says who calls.
  z.refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), {
    error: sentence(msg`The address must be without a name and password`),
  }),
)

const fields = {
  url,
  description: z._default(singleLine({ name: 'Description', max: webhookLimits.description }), ''),
  types,
  enabled: z._default(z.boolean({ error: sentence(msg`Must be true or false`) }), true),
}

export const NewWebhook = z.strictObject(fields)

export type NewWebhook = z.infer<typeof NewWebhook>

/** An absent field is unchanged. */
const WebhookChange = z.strictObject({
  url: z.optional(fields.url),
  description: z.optional(singleLine({ name: 'Description', max: webhookLimits.description })),
  types: z.optional(fields.types),
  enabled: z.optional(z.boolean({ error: sentence(msg`Must be true or false`) })),
})

/** An address as admins manage it. Its secret is shown once, when it is made. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  enabled: z.boolean(),
  /** Why the site turned it off; null while it is on, and where an Admin did. */
  disabledFor: z.nullable(z.enum(webhookDisabledReasons)),
  /** Since when no attempt succeeded; null after a success. */
  failingSince: z.nullable(Timestamp),
  /** When the next attempt is made; null while nothing waits or it is off. */
  nextAttemptAt: z.nullable(Timestamp),
  waiting: z.int(),
  failed: z.int(),
  dropped: z.int(),
  /** Until when the secret before the last rotation also signs. */
  oldSecretUntil: z.nullable(Timestamp),
  createdAt: Timestamp,
  /** Sent back as If-Match. */
  version: z.int(),
})

export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z.object({
  id: Id,
  /** As the receiver gets it in `webhook-id`. */
  messageId: z.string(),
  type: z.enum([...webhookTypes, webhookTestType]),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  createdAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  /** Of the last attempt; null where there was none, or no response. */
  status: z.nullable(z.int()),
  durationMs: z.nullable(z.int()),
  error: z.nullable(z.string()),
})

export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryDetails = z.extend(WebhookDelivery, {
  /** The beginning of the response. */
  response: z.nullable(z.string()),
  /** What an attempt now would send; null where there is nothing to send any more. */
  body: z.nullable(z.string()),
})

export type WebhookDeliveryDetails = z.infer<typeof WebhookDeliveryDetails>

const withSecret = z.object({ webhook: Webhook, secret: z.string() })

const DeliveryParams = z.object({ id: IdText, delivery: IdText })

export const webhookSchemas = {
  list: { response: z.array(Webhook) },
  create: { body: NewWebhook, response: withSecret },
  update: { versioned: true, params: IdParams, body: WebhookChange, response: Webhook },
  remove: { versioned: true, params: IdParams },
  rotate: { versioned: true, params: IdParams, response: withSecret },
  test: { params: IdParams },
  deliveries: {
    params: IdParams,
    query: z.object({
      before: z.optional(IdText),
      state: z.optional(
        z.enum(['waiting', 'sent', 'failed'], {
          error: sentence(msg`state must be one of ${{ all: 'waiting, sent, failed' }}`),
        }),
      ),
    }),
    response: z.array(WebhookDelivery),
  },
  delivery: { params: DeliveryParams, response: WebhookDeliveryDetails },
  resend: { params: DeliveryParams },
  resendFailed: { params: IdParams, response: z.object({ queued: z.int() }) },
}
