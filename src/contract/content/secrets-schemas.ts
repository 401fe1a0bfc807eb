import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { type SecretName, secretNames, webhookPattern } from './secrets.ts'

const oneLine = (error: string) => z.string({ error }).check(z.regex(/^[^\p{Cc}]{1,256}$/u, { error }))

/** How the site signs in at its mail server. With some providers the user name is a secret, too. */
export const MailSignIn = z.strictObject(
  {
    user: oneLine(sentence(msg`must be 1 to 256 characters in one line`)),
    password: oneLine(sentence(msg`must be 1 to 256 characters in one line`)),
  },
  { error: sentence(msg`Enter user name and password`) },
)

export type MailSignIn = z.infer<typeof MailSignIn>

const webhookWords = sentence(
  msg`Paste the address of a webhook from Discord: https://discord.com/api/webhooks/…`,
)

const Webhook = z
  .string({ error: webhookWords })
  .check(
    z.trim(),
    z.maxLength(500, { error: webhookWords }),
    z.regex(webhookPattern, { error: webhookWords }),
  )

/** What each secret is. */
export const secretValues = {
  mail: MailSignIn,
  'discord.matches': Webhook,
  'discord.news': Webhook,
  'discord.cups': Webhook,
  'discord.reports': Webhook,
  'discord.applications': Webhook,
} satisfies { readonly [Name in SecretName]: z.ZodMiniType }

export const Secret = z.object({
  name: z.enum(secretNames),
  /** `unreadable`: it was encrypted with another key or entered for another mail server, and has to be entered again. */
  state: z.enum(['unset', 'set', 'unreadable']),
  /** The variable that decides instead. */
  lockedBy: z.optional(z.string()),
  at: z.nullable(Timestamp),
})

export type Secret = z.infer<typeof Secret>

export const secretSchemas = {
  list: {
    response: z.object({ secrets: z.array(Secret) }),
  },
  save: {
    params: z.object({ name: z.string() }),
    body: z.strictObject({
      /** Null removes it. */
      value: z.unknown(),
      /** For the sign-in of mail: the revision of the setting `mail` that names the server which it is for. */
      mailRevision: z.optional(z.nullable(z.int())),
    }),
  },
}
