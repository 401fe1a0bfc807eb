import * as z from 'zod/mini'
import { SecretLink } from './secret-link-schemas.ts'

/** The member's email address, and whether they confirmed it. */
export const OwnEmail = z.object({ email: z.nullable(z.string()), verified: z.boolean() })

export type OwnEmail = z.infer<typeof OwnEmail>

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
  test: {
    response: z.object({
      /** The own address; null while it is not confirmed, and then no mail was sent. */
      to: z.nullable(z.string()),
      /** In the words of the mail server, or of the connection to it; null where everything was accepted. */
      error: z.nullable(z.string()),
    }),
  },
}
