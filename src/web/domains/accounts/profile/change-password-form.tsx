import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PasswordFormSchema, passwordFields } from './password-form-schema.ts'
import { showFieldErrors } from './show-field-errors.ts'
import { useChangePassword } from './use-change-password.ts'

export function ChangePasswordForm({ username, isStaff = false }: { username: string; isStaff?: boolean }) {
  const form = useForm({ resolver: zodResolver(PasswordFormSchema) })
  const { errors } = form.formState
  const change = useChangePassword({ onChanged: () => form.reset() })
  const submit = form.handleSubmit((values) => {
    if (change.isPending) return
    change.mutate(values, { onError: (error) => showFieldErrors(form, passwordFields, error) })
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <TextField
        label="New Password"
        type="password"
        hint={`At least ${isStaff ? 8 : 6} characters. You will be logged out everywhere.`}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <TextField
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <SubmitButton busy={change.isPending} className="justify-self-stretch sm:justify-self-start">
        Change Password
      </SubmitButton>
    </form>
  )
}
