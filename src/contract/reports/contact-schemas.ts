import * as z from 'zod/mini'
import { Id } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { isEmail } from '../text.ts'
import { maxLength } from '../text-schemas.ts'

const required = (name: string, most: number) =>
  z.string({ error: `${name} is required` }).check(
    z.refine((text) => text.trim() !== '', { error: `${name} is required` }),
    maxLength(most, `${name} must be ${most} characters or less`),
  )

export const NewContactMessage = z.object({
  name: required('Name', textLimits.contactName),
  email: z
    .string({ error: 'Invalid email address' })
    .check(z.refine(isEmail, { error: 'Invalid email address' })),
  subject: required('Subject', textLimits.contactSubject),
  message: required('Message', textLimits.contactMessage),
  /** A field that people do not see. Whoever fills it, with whatever, is answered like anybody, stored and flagged. */
  website: z.optional(z.unknown()),
})

export type NewContactMessage = z.infer<typeof NewContactMessage>

/** What the calls of `contactEndpoints` take and answer. */
export const contactSchemas = {
  send: {
    body: NewContactMessage,
    response: z.object({ id: Id }),
  },
}
