import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import type { ProfileUpdate } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { showMember } from './show-member.ts'

export function useUpdateProfile({ onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileUpdate) => api(userEndpoints.update, { body }),
    async onSuccess(member) {
      // Here, because this also runs when the form was left meanwhile.
      onSaved()
      await showMember(client, member)
      toast({ title: 'Profile updated', description: 'Your profile has been updated successfully' })
    },
    onError(error) {
      toast({
        title: 'Profile update failed',
        description: sentenceOf(error, 'Profile update failed'),
        variant: 'destructive',
      })
    },
  })
}
