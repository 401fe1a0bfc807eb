import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import * as z from 'zod/mini'
import { Password, Username } from '../../../../contract/accounts/users-schemas.ts'
import { sentence } from '../../../../contract/sentences.ts'
import { minLength } from '../../../../contract/text-schemas.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

interface NewAccount {
  readonly username: string
  readonly password: string
  readonly confirmPassword: string
}

/** Checks that both passwords are equal. */
export const samePasswords = () =>
  z.refine<Pick<NewAccount, 'password' | 'confirmPassword'>>(
    ({ password, confirmPassword }) => password === confirmPassword,
    { path: ['confirmPassword'], error: sentence(msg`Passwords don't match`) },
  )

/** An account that somebody makes, with a password of at least `min` characters. */
export const newAccountSchema = (min: number) =>
  z
    .object({
      username: Username,
      password: Password.check(minLength(min, sentence(msg`Password must be at least ${min} characters`))),
      confirmPassword: z.string(),
    })
    .check(samePasswords())

interface NewAccountFieldsProps {
  readonly min: number
  /** Returns the props of a field of the form. */
  readonly field: (name: keyof NewAccount) => Partial<ComponentProps<typeof TextField>>
  /** Stands between the name and the password. */
  readonly children?: ReactNode
}

/** The name and the password, twice. */
export function NewAccountFields({ min, field, children }: NewAccountFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Username`}
        hint={t`3 to 32 letters, digits, spaces, _ or -`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      {children}
      <TextField
        label={t`Password`}
        type="password"
        hint={t`At least ${min} characters`}
        autoComplete="new-password"
        {...field('password')}
      />
      <TextField
        label={t`Confirm Password`}
        type="password"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </>
  )
}
