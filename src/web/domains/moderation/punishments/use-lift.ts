import { msg } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { moderationEndpoints } from '../../../../contract/moderation/moderation-endpoints.ts'
import { punishmentEndpoints } from '../../../../contract/moderation/punishments-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { useUndo } from '../../../platform/forms/use-undo.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toastFailure } from '../../../platform/toasts.ts'

export const punishmentFailed = (error: unknown) =>
  toastFailure(msg`Update Failed`, error, msg`The punishment could not be changed.`)

/** Lifts a punishment, on the site and in the game; for some seconds that is taken back. `about`: whose it is. */
export function useLift(id: string, about: string) {
  const client = useQueryClient()
  const offerUndo = useUndo()
  return useMutation({
    mutationFn: (reason: string) => api(punishmentEndpoints.lift, { params: { id }, body: { reason } }),
    onSuccess: () =>
      offerUndo({
        title: msg`Punishment Lifted`,
        about,
        async undo() {
          await api(moderationEndpoints.undoLift, { params: { id } })
          return undefined
        },
        undone: msg`In Force Again`,
        queryKey: adminKey,
      }),
    onError: punishmentFailed,
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}
