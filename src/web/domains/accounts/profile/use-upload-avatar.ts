import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { toDataUrl } from '../../../platform/picked-image.ts'
import { toast } from '../../../platform/toasts.ts'
import { showMember } from './show-member.ts'

export function useUploadAvatar() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) =>
      api(userEndpoints.setAvatar, { body: { image: await toDataUrl(file) } }),
    async onSuccess(member) {
      await showMember(client, member)
      toast({ title: 'Picture updated', description: 'Everybody sees your new picture from now on' })
    },
  })
}
