import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../ids.ts'
import { atLeast, atMost } from '../text.ts'
import { Password } from './users.ts'

/** Six digits of an authenticator app or a recovery code; spaces and dashes do not matter. */
const Code = z.string({ error: 'Enter a code' }).check(
  z.refine((code) => code.trim() !== '', { error: 'Enter a code' }),
  atMost(64, 'That is too long for a code'),
)

/** How long a begun set-up waits for its first code. */
export const secondFactorSetupSeconds = 15 * 60

export const SecondFactorState = z.object({
  /** Null: sign-in asks for the password alone. */
  since: z.nullable(Timestamp),
  recoveryCodesLeft: z.int(),
  /** The member is staff and the site wants a factor of staff. */
  isRequired: z.boolean(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>

export const SecondFactorSetup = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  otpauthUrl: z.string(),
  /** The same as a picture: an SVG path of dark squares in a viewBox of `size` × `size`, quiet zone included. */
  qr: z.object({ size: z.int(), path: z.string() }),
  expiresAt: Timestamp,
})
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>

/** Shown this once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const SecondFactorBegin = z.object({ password: Password })
export const SecondFactorConfirm = z.object({ code: Code })
export const SecondFactorProof = z.object({
  password: z
    .string({ error: 'Enter your password' })
    .check(atLeast(1, 'Enter your password'), atMost(128, 'Password must be 128 characters or less')),
  code: Code,
})

export const secondFactorEndpoints = {
  state: endpoint({
    method: 'GET',
    path: '/api/second-factor',
    access: 'member',
    summary: 'Whether the own account has a second factor',
    status: 200,
    answer: SecondFactorState,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/second-factor/setup',
    access: 'member',
    summary: 'Begin to set up a second factor; it counts once a code confirms it',
    body: SecondFactorBegin,
    status: 200,
    answer: SecondFactorSetup,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/second-factor',
    access: 'member',
    summary: 'Confirm the set-up with a code; ends all other sessions and answers the recovery codes',
    body: SecondFactorConfirm,
    limit: 'secondFactor',
    status: 200,
    answer: RecoveryCodes,
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/api/second-factor/recovery-codes',
    access: 'member',
    summary: 'Make new recovery codes with the password and a code of the authenticator; the old ones end',
    body: SecondFactorProof,
    status: 200,
    answer: RecoveryCodes,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/second-factor/removal',
    access: 'member',
    summary: 'Remove the second factor with the password and a code or recovery code',
    body: SecondFactorProof,
    status: 204,
  }),
}
