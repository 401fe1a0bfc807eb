import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import type { PasswordChange } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { changeViewer } from '../../../platform/viewer.ts'

/** Changes the password, which ends every session of the member: nobody is signed in afterwards. */
export function useChangePassword({ onChanged }: { onChanged: () => void }) {
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
        description: sentenceOf(error, 'Password change failed'),
        variant: 'destructive',
      })
    },
  })
}
