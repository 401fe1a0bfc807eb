import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { PasswordChange } from '../../../../contract/accounts/users-schemas.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { sentence } from '../../../../contract/sentences.ts'
import { api } from '../../../platform/api.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { changeViewer } from '../../../platform/viewer.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

/** The change, with the new password repeated. */
const PasswordFormSchema = z.extend(PasswordChange, { confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: sentence(msg`Passwords don't match`),
  }),
)

export function ChangePasswordForm({ username, isStaff = false }: { username: string; isStaff?: boolean }) {
  const { t } = useLingui()
  const { min } = isStaff ? textLimits.staffPassword : textLimits.password
  const form = useSchemaForm(PasswordFormSchema)
  const change = useChangePassword({ onChanged: () => form.reset() })
  const submit = form.submit(change, change.mutate)
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {/* The username that password managers store the password for. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={t`Current Password`}
        type="password"
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <TextField
        label={t`New Password`}
        type="password"
        hint={t`At least ${min} characters. You will be logged out everywhere.`}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <TextField
        label={t`Confirm New Password`}
        type="password"
        autoComplete="new-password"
        {...form.field('confirmPassword')}
      />
      <SubmitButton busy={change.isPending} className="justify-self-stretch sm:justify-self-start">
        <Trans>Change Password</Trans>
      </SubmitButton>
    </form>
  )
}

/** Changes the password, which ends every session of the member, this one included. */
function useChangePassword({ onChanged }: { onChanged: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: z.infer<typeof PasswordChange>) =>
      api(userEndpoints.changePassword, { body: { currentPassword, newPassword } }),
    async onSuccess() {
      toast({ title: t`Password changed`, description: t`Your password has been updated successfully` })
      // Before the viewer changes, because that unmounts this form.
      onChanged()
      await changeViewer(client, null)
    },
    onError(error) {
      toastFailure(t`Password change failed`, error, t`Password change failed`)
    },
  })
}
