import * as z from 'zod/mini'
import { SecretLink } from '../accounts/secret-link-schemas.ts'
import { Email } from '../text-schemas.ts'

const Done = z.object({ message: z.string() })

export const newsletterSchemas = {
  subscribe: { body: z.object({ email: Email }), response: Done },
  confirm: { body: z.object({ token: SecretLink }), response: Done },
}
