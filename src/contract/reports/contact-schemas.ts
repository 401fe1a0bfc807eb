import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { sentence } from '../sentences.ts'
import { Email, maxLength, notBlank } from '../text-schemas.ts'

const required = (max: number, missing: string, tooLong: string) =>
  z.string({ error: missing }).check(z.normalize('NFC'), notBlank(missing), maxLength(max, tooLong))

const { contactName, contactSubject, contactMessage } = textLimits

export const NewContactMessage = z.object({
  name: required(
    contactName,
    sentence(msg`Name is required`),
    sentence(msg`Name must be ${{ max: contactName }} characters or less`),
  ),
  email: Email,
  subject: required(
    contactSubject,
    sentence(msg`Subject is required`),
    sentence(msg`Subject must be ${{ max: contactSubject }} characters or less`),
  ),
  message: required(
    contactMessage,
    sentence(msg`Message is required`),
    sentence(msg`Message must be ${{ max: contactMessage }} characters or less`),
  ),
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
