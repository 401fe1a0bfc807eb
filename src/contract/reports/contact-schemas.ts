import * as z from 'zod/mini'
import { Id } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { Email, maxLength, notBlank } from '../text-schemas.ts'

const required = (name: string, max: number) =>
  z
    .string({ error: `${name} is required` })
    .check(
      z.normalize('NFC'),
      notBlank(`${name} is required`),
      maxLength(max, `${name} must be ${max} characters or less`),
    )

export const NewContactMessage = z.object({
  name: required('Name', textLimits.contactName),
  email: Email,
  subject: required('Subject', textLimits.contactSubject),
  message: required('Message', textLimits.contactMessage),
  /** Hidden field that only bots fill in. Such a message is accepted, stored and flagged. */
  website: z.optional(z.unknown()),
})

export type NewContactMessage = z.infer<typeof NewContactMessage>

export const contactSchemas = {
  send: {
    body: NewContactMessage,
    response: z.object({ id: Id }),
  },
}
