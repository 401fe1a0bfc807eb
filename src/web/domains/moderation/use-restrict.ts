import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { api } from '../../platform/api.ts'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { adminKey } from '../../platform/keyset-query.ts'
import { toast, toastFailure } from '../../platform/toasts.ts'

export interface RestrictTarget {
  readonly id: number
  readonly username: string
  readonly rank: Rank
}

interface Restriction {
  readonly reason: string
  /** Null: for good. */
  readonly days: number | null
  readonly caseId?: number | undefined
}

const failed = (error: unknown) =>
  toastFailure(msg`Update Failed`, error, msg`The restriction could not be changed.`)

/** Restricts a member, or lifts the restriction, which is taken back for some seconds. */
export function useRestrict({ id, username }: RestrictTarget) {
  const { t } = useLingui()
  const client = useQueryClient()
  const offerUndo = useUndo()
  const shared = { onError: failed, onSettled: () => client.invalidateQueries({ queryKey: adminKey }) }
  const params = { id }
  const restrict = useMutation({
    mutationFn: (restriction: Restriction) =>
      api(moderationEndpoints.restrict, { params, body: restriction }),
    onSuccess: () => toast({ title: t`Member Restricted`, description: t`${username} is restricted now.` }),
    ...shared,
  })
  const lift = useMutation({
    mutationFn: () => api(moderationEndpoints.lift, { params }),
    onSuccess: () =>
      offerUndo({
        title: msg`Restriction Lifted`,
        about: username,
        async undo() {
          await api(moderationEndpoints.undoRestrictionLift, { params })
          return undefined
        },
        undone: msg`Restricted Again`,
        queryKey: adminKey,
      }),
    ...shared,
  })
  return { restrict, lift }
}
