import { useMutation, useQueryClient } from '@tanstack/react-query'
import { punishmentEndpoints } from '../../../../contract/moderation/punishments-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toast } from '../../../platform/toasts.ts'

export const punishmentFailed = (error: unknown) =>
  toast({
    variant: 'destructive',
    title: 'Update Failed',
    description: errorMessage(error, 'The punishment could not be changed.'),
  })

/** Lifts a punishment, on the site and in the game. */
export function useLift(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api(punishmentEndpoints.lift, { params: { id }, body: { reason } }),
    onSuccess: () => toast({ title: 'Punishment Lifted', description: 'Every game server is notified.' }),
    onError: punishmentFailed,
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}
