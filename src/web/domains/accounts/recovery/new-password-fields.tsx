import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../../ui/text-field.tsx'

interface NewPasswordFieldsProps {
  readonly newPassword: UseFormRegisterReturn
  readonly confirmPassword: UseFormRegisterReturn
  readonly errors: {
    readonly newPassword?: { readonly message?: string }
    readonly confirmPassword?: { readonly message?: string }
  }
}

/** A new password, and once more. */
export function NewPasswordFields({ newPassword, confirmPassword, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label="New Password"
        type="password"
        hint="At least 6 characters. You will be logged out everywhere."
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...newPassword}
      />
      <TextField
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...confirmPassword}
      />
    </>
  )
}
