import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountEndpoints } from '../../../contract/account.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { changeViewer } from '../../platform/viewer.ts'

/** Deletes the member's account and leads to the start page, where they are a visitor. */
export function useDeleteAccount() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (password: string) => api(accountEndpoints.remove, { body: { password } }),
    async onSuccess() {
      // First: a page that is for members leads elsewhere as soon as nobody is signed in.
      await navigate('/', { replace: true })
      await changeViewer(client, null)
      toast({ title: 'Account deleted', description: 'Your account and your data are gone' })
    },
    onError(error) {
      toast({
        title: 'Account not deleted',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
