import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { IdParams, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { sentence } from '../sentences.ts'
import { typedCode } from '../text.ts'
import { maxLength, minLength } from '../text-schemas.ts'
import { SecretLink } from './secret-link-schemas.ts'
import { Password } from './users-schemas.ts'

const codeMessage = sentence(msg`Enter the code: 8 characters from /link in game, or 12 from staff`)

/** A code as people type it: case, spaces and dashes are ignored. */
const RecoveryCode = z.pipe(
  z.string({ error: codeMessage }),
  z.pipe(
    z.transform(typedCode),
    z.string().check(z.regex(/^(?:[A-Z0-9]{8}|[A-Z0-9]{12})$/, { error: codeMessage })),
  ),
)

const { min, max } = textLimits.username

/** Sign-in name of the account to recover. */
const RecoveredUsername = z
  .string({ error: sentence(msg`Enter your username`) })
  .check(
    z.trim(),
    minLength(min, sentence(msg`Username must be at least 3 characters`)),
    maxLength(max, sentence(msg`Username must be 32 characters or less`)),
  )

export const RecoveryRequest = z.object({
  /** Username or email address. */
  name: z
    .string({ error: sentence(msg`Enter your username or email address`) })
    .check(
      z.trim(),
      minLength(min, sentence(msg`Enter your username or email address`)),
      maxLength(254, sentence(msg`Enter 254 characters or less`)),
    ),
})

export const RecoveryByCode = z.object({
  username: RecoveredUsername,
  code: RecoveryCode,
  newPassword: Password,
})

export const recoverySchemas = {
  request: {
    body: RecoveryRequest,
    response: z.object({ message: z.string() }),
  },
  finish: {
    body: z.object({ token: SecretLink, newPassword: Password }),
    response: z.object({ message: z.string() }),
  },
  byCode: {
    body: RecoveryByCode,
    response: z.object({ message: z.string() }),
  },
  issueCode: {
    params: IdParams,
    response: z.object({ code: z.string(), expiresAt: Timestamp }),
  },
}
