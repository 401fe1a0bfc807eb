import * as z from 'zod/mini'
import { SecretLink } from '../accounts/secret-link-schemas.ts'
import { Email } from '../text-schemas.ts'

export const NewsletterCounts = z.object({ confirmed: z.int(), waiting: z.int() })

export type NewsletterCounts = z.infer<typeof NewsletterCounts>

const Done = z.object({ message: z.string() })

export const newsletterSchemas = {
  subscribe: { body: z.object({ email: Email }), response: Done },
  counts: { response: NewsletterCounts },
  file: {},
  confirm: { body: z.object({ token: SecretLink }), response: Done },
}
