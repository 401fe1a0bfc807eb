import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'

export function useRequestConfirmation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(emailEndpoints.requestConfirmation, {}),
    onSuccess: ({ message }) => toast({ title: 'Look into your mail', description: message }),
    onError(error) {
      toast({
        title: 'No mail was sent',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      })
      // It may have been confirmed in another window.
      void client.invalidateQueries({ queryKey: ['email'] })
    },
  })
}
