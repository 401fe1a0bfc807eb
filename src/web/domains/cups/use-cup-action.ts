import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import { api } from '../../platform/api.ts'
import { isStatus, refusedFields } from '../../platform/api-error.ts'
import { toastFailure } from '../../platform/toasts.ts'
import { endSession } from '../../platform/viewer.ts'

export type CupAction =
  | 'register'
  | 'check-in'
  | 'check-out'
  | 'leave'
  | 'disband'
  | { readonly ready: string }
  | { readonly makeTeam: string }
  | { readonly joinTeam: string }
  | { readonly removePlayer: number }

const callFor = (id: number, action: CupAction): Promise<unknown> => {
  const params = { id }
  if (typeof action === 'object') {
    if ('ready' in action) return api(cupEndpoints.ready, { params, body: { cupMatchId: action.ready } })
    if ('makeTeam' in action) return api(cupEndpoints.createTeam, { params, body: { name: action.makeTeam } })
    if ('joinTeam' in action) return api(cupEndpoints.joinTeam, { params, body: { code: action.joinTeam } })
    return api(cupEndpoints.removePlayer, { params: { id, userId: action.removePlayer } })
  }
  if (action === 'register') return api(eventEndpoints.register, { params })
  const endpoints = {
    'check-in': cupEndpoints.checkIn,
    'check-out': cupEndpoints.checkOut,
    leave: cupEndpoints.leave,
    disband: cupEndpoints.disbandTeam,
  } as const
  return api(endpoints[action], { params })
}

/** What a member does in a cup. Everything about the cup is fetched again, whatever came of it. */
export function useCupAction(id: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: CupAction) => callFor(id, action),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['cups'] }),
        client.invalidateQueries({ queryKey: ['events'] }),
      ]),
    onError(error) {
      if (isStatus(error, 401)) return endSession(client)
      // Said at their fields.
      if (refusedFields(error).name !== undefined) return
      toastFailure(t`That did not work`, error, t`Please try again.`)
    },
  })
}
