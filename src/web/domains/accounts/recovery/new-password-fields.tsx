import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { sentence } from '../../../../contract/sentences.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

interface Passwords {
  readonly newPassword: string
  readonly confirmPassword: string
}

/** Checks that both passwords are equal. */
export const samePasswords = () =>
  z.refine<Passwords>(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: sentence(msg`Passwords don't match`),
  })

interface NewPasswordFieldsProps {
  /** Returns the props of a field of the form. */
  readonly field: (name: keyof Passwords) => Partial<ComponentProps<typeof TextField>>
}

/** The new password, twice. */
export function NewPasswordFields({ field }: NewPasswordFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`New Password`}
        type="password"
        hint={t`At least 6 characters. You will be logged out everywhere.`}
        autoComplete="new-password"
        {...field('newPassword')}
      />
      <TextField
        label={t`Confirm New Password`}
        type="password"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </>
  )
}
