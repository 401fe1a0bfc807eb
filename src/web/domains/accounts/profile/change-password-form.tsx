import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import type { PasswordChange } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { changeViewer } from '../../../platform/viewer.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PasswordFormSchema, passwordFields } from './password-form-schema.ts'
import { showFieldErrors } from './show-field-errors.ts'

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

/** Changes the password, which ends every session of the member: nobody is signed in afterwards. */
function useChangePassword({ onChanged }: { onChanged: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: z.infer<typeof PasswordChange>) =>
      api(userEndpoints.changePassword, { body: { currentPassword, newPassword } }),
    async onSuccess() {
      toast({ title: 'Password changed', description: 'Your password has been updated successfully' })
      // First: with the viewer the page and its form go.
      onChanged()
      await changeViewer(client, null)
    },
    onError(error) {
      toast({
        title: 'Password change failed',
        description: errorMessage(error, 'Password change failed'),
        variant: 'destructive',
      })
    },
  })
}
