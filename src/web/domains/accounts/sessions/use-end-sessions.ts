import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionEndpoints } from '../../../../contract/accounts/sessions-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { sessionsKey } from './sessions-query.ts'

/** Whatever became of it, the list is asked for again: the session may have ended by itself. */
function useSigningOut<Which>(end: (which: Which) => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: () => toast({ title: 'Signed out', description: done }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Signing out failed',
        description: sentenceOf(error, 'Please try again.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export const useEndSession = () =>
  useSigningOut(
    (id: number) => api(sessionEndpoints.end, { params: { id } }),
    'That device is signed out now',
  )

export const useEndOtherSessions = () =>
  useSigningOut(() => api(sessionEndpoints.endOthers, {}), 'Only this device is signed in now')
