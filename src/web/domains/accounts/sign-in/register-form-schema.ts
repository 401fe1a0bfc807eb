import * as z from 'zod/mini'
import { Password, Username } from '../../../../contract/accounts/users-schemas.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { linkCodeMessage } from '../../../../contract/matches/link.ts'
import { LinkCode } from '../../../../contract/matches/link-schemas.ts'
import { Email, minLength } from '../../../../contract/text-schemas.ts'

/** The registration, with an empty text for "no e-mail" and for "no code", and the password once more. */
export const RegisterFormSchema = z
  .object({
    username: Username,
    email: z.union([z.literal(''), Email], { error: 'Invalid email address' }),
    password: Password,
    confirmPassword: z
      .string()
      .check(minLength(textLimits.password.min, 'Password must be at least 6 characters')),
    linkCode: z.union([z.literal(''), LinkCode], { error: linkCodeMessage }),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
    }),
  )

export type RegisterFormValues = z.infer<typeof RegisterFormSchema>
