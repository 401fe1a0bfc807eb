import * as z from 'zod/mini'
import { SecretLink } from './secret-link-schemas.ts'

/** The member's e-mail address, and whether they proved that they read it. */
export const OwnEmail = z.object({ email: z.nullable(z.string()), verified: z.boolean() })

export type OwnEmail = z.infer<typeof OwnEmail>

/** What the calls of `emailEndpoints` take and answer. */
export const emailSchemas = {
  show: {
    response: OwnEmail,
  },
  requestConfirmation: {
    response: z.object({ message: z.string() }),
  },
  confirm: {
    body: z.object({ token: SecretLink }),
    response: z.object({ message: z.string() }),
  },
}
