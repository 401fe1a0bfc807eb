import * as z from 'zod/mini'
import { PasswordChange } from '../../../../contract/accounts/users-schemas.ts'

/** The change, and the new password once more. */
export const PasswordFormSchema = z.extend(PasswordChange, { confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
  }),
)

export const passwordFields = ['currentPassword', 'newPassword'] as const
