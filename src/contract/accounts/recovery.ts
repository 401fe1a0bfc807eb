import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, Timestamp } from '../ids.ts'
import { textLimits } from '../limits.ts'
import { SecretLink } from './secret-link.ts'
import { atLeast, atMost } from '../text.ts'
import { Password } from './users.ts'

/** Letters and digits of a code that staff give out; `/link` in game shows eight. Both live for minutes. */
export const recoveryCodeLength = 12

export const recoveryMinutes = 30

const codeMessage = 'Enter the code: 8 characters from /link in game, or 12 from staff'

/** A code as people type it: small letters, spaces and dashes do not matter. */
export const RecoveryCode = z.pipe(
  z.string({ error: codeMessage }),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s-]/g, '').toUpperCase()),
    z.string().check(z.regex(/^(?:[A-Z0-9]{8}|[A-Z0-9]{12})$/, { error: codeMessage })),
  ),
)

const { least, most } = textLimits.username

/** Whom a recovery is for: the name they sign in with. */
export const RecoveredUsername = z
  .string({ error: 'Enter your username' })
  .check(
    atLeast(least, `Username must be at least ${least} characters`),
    atMost(most, `Username must be ${most} characters or less`),
  )

export const RecoveryRequest = z.object({
  /** Username or e-mail address. */
  name: z
    .string({ error: 'Enter your username or e-mail address' })
    .check(
      atLeast(least, 'Enter your username or e-mail address'),
      atMost(254, 'Enter 254 characters or less'),
    ),
})

export const RecoveryByCode = z.object({
  username: RecoveredUsername,
  code: RecoveryCode,
  newPassword: Password,
})

export const recoveryEndpoints = {
  request: endpoint({
    method: 'POST',
    path: '/api/recovery',
    access: 'public',
    summary:
      'Ask for a mail with a link to a new password; it answers the same whether there is such an account or not',
    body: RecoveryRequest,
    limit: 'recovery',
    status: 202,
    answer: z.object({ message: z.string() }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/recovery/finish',
    access: 'public',
    summary:
      'Set a new password with what the link in the mail carries behind its #; ends every session of the member',
    body: z.object({ token: SecretLink, newPassword: Password }),
    status: 200,
    answer: z.object({ message: z.string() }),
  }),
  byCode: endpoint({
    method: 'POST',
    path: '/api/recovery/by-code',
    access: 'public',
    summary: 'Set a new password with a code of staff, or of /link in game; ends every session of the member',
    body: RecoveryByCode,
    limit: 'recovery',
    status: 200,
    answer: z.object({ message: z.string() }),
  }),
  issueCode: endpoint({
    method: 'POST',
    path: '/api/admin/members/:id/recovery-code',
    access: 'admin',
    summary: 'A code with which a member of a lower rank sets a new password; shown only now',
    params: IdParams,
    status: 201,
    answer: z.object({ code: z.string(), expiresAt: Timestamp }),
  }),
}
