import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ProfileUpdate, userEndpoints } from '../../../contract/users.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { viewerQuery } from '../../platform/viewer.ts'

export function useUpdateProfile({ onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileUpdate) => api(userEndpoints.update, { body }),
    async onSuccess(member) {
      // Here, because this also runs when the form was left meanwhile.
      onSaved()
      // An older answer that is still on its way would put the old values back.
      await client.cancelQueries({ queryKey: viewerQuery.queryKey })
      client.setQueryData(viewerQuery.queryKey, member)
      // Lists carry authors' pictures; they are asked for again when next shown.
      const isLists = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        queryKey[0] !== viewerQuery.queryKey[0]
      void client.invalidateQueries({ predicate: isLists, refetchType: 'none' })
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
