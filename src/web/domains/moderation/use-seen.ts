import { useMutation, useQueryClient } from '@tanstack/react-query'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { noticesKey } from './notices-query.ts'

/** Dismisses a notice for good. `onGone`: its button left together with it. */
export function useSeen(onGone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(moderationEndpoints.seen, { params: { id } }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: sentenceOf(error, 'The notice could not be dismissed.'),
      }),
    async onSettled(_answer, error) {
      await client.invalidateQueries({ queryKey: noticesKey })
      if (error === null) onGone()
    },
  })
}
