import * as z from 'zod/mini'
import { RecoveryByCode, RecoveryRequest } from '../../../../contract/accounts/recovery-schemas.ts'
import { Password } from '../../../../contract/accounts/users-schemas.ts'

interface Passwords {
  readonly newPassword: string
  readonly confirmPassword: string
}

const same = () =>
  z.refine<Passwords>(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
  })

export const RequestFormSchema = RecoveryRequest

export const CodeFormSchema = z.extend(RecoveryByCode, { confirmPassword: z.string() }).check(same())

export const FinishFormSchema = z.object({ newPassword: Password, confirmPassword: z.string() }).check(same())
