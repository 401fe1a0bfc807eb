import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { maxLength, minLength } from '../text-schemas.ts'
import { Password } from './users-schemas.ts'

/** Six digits of an authenticator app or a recovery code; spaces and dashes are ignored. */
const Code = z.string({ error: sentence(msg`Enter a code`) }).check(
  z.refine((code) => code.trim() !== '', { error: sentence(msg`Enter a code`) }),
  maxLength(64, sentence(msg`That is too long for a code`)),
)

export const SecondFactorState = z.object({
  /** Null when the account has no second factor. */
  since: z.nullable(Timestamp),
  recoveryCodesLeft: z.int(),
  /** True for staff of a site that requires a second factor of staff. */
  isRequired: z.boolean(),
})

export type SecondFactorState = z.infer<typeof SecondFactorState>

export const SecondFactorSetup = z.object({
  /** Base32, to type into an authenticator app. */
  secret: z.string(),
  otpauthUrl: z.string(),
  /** QR code of the secret: an SVG path of the dark squares in a `size` × `size` viewBox, quiet zone included. */
  qr: z.object({ size: z.int(), path: z.string() }),
  expiresAt: Timestamp,
})

export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>

/** Returned only once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const SecondFactorBegin = z.object({ password: Password })

export const SecondFactorConfirm = z.object({ code: Code })

export const SecondFactorProof = z.object({
  password: z
    .string({ error: sentence(msg`Enter your password`) })
    .check(
      minLength(1, sentence(msg`Enter your password`)),
      maxLength(128, sentence(msg`Password must be 128 characters or less`)),
    ),
  code: Code,
})

export const secondFactorSchemas = {
  state: {
    response: SecondFactorState,
  },
  begin: {
    body: SecondFactorBegin,
    response: SecondFactorSetup,
  },
  confirm: {
    body: SecondFactorConfirm,
    response: RecoveryCodes,
  },
  renewCodes: {
    body: SecondFactorProof,
    response: RecoveryCodes,
  },
  remove: {
    body: SecondFactorProof,
  },
}
