import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import { api } from '../../platform/api.ts'
import { errorMessage, isStatus } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { endSession } from '../../platform/viewer.ts'

export type CupAction = 'register' | 'check-in' | 'check-out' | 'leave' | { readonly ready: string }

const callFor = (id: number, action: CupAction): Promise<unknown> => {
  const params = { id }
  if (typeof action === 'object')
    return api(cupEndpoints.ready, { params, body: { cupMatchId: action.ready } })
  if (action === 'register') return api(eventEndpoints.register, { params })
  const endpoints = {
    'check-in': cupEndpoints.checkIn,
    'check-out': cupEndpoints.checkOut,
    leave: cupEndpoints.leave,
  } as const
  return api(endpoints[action], { params })
}

/** What a member does in a cup. Everything about the cup is fetched again, whatever came of it. */
export function useCupAction(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: CupAction) => callFor(id, action),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['cups', id] }),
        client.invalidateQueries({ queryKey: ['events'] }),
      ]),
    onError(error) {
      if (isStatus(error, 401)) return endSession(client)
      toast({
        title: 'That did not work',
        description: errorMessage(error, 'Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
