import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { secondFactorEndpoints } from '../../../../contract/accounts/second-factor-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { toast } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { secondFactorKey } from './second-factor-query.ts'

export interface Proof {
  readonly password: string
  readonly code: string
}

/** Refetches what the factor changes besides itself: access to the staff area, and sessions. */
function useRefreshed() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: viewerQuery.queryKey })
    // The list of another feature, by its query key.
    void client.invalidateQueries({ queryKey: ['sessions'] })
    return client.invalidateQueries({ queryKey: secondFactorKey })
  }
}

export const useBegin = () =>
  useMutation({
    mutationFn: (body: { password: string }) => api(secondFactorEndpoints.begin, { body }),
  })

export function useConfirm() {
  const refresh = useRefreshed()
  return useMutation({
    mutationFn: (body: { code: string }) => api(secondFactorEndpoints.confirm, { body }),
    onSuccess: () => void refresh(),
  })
}

export function useRenewCodes() {
  const refresh = useRefreshed()
  return useMutation({
    mutationFn: (body: Proof) => api(secondFactorEndpoints.renewCodes, { body }),
    onSuccess: () => void refresh(),
  })
}

export function useRemove() {
  const { t } = useLingui()
  const refresh = useRefreshed()
  return useMutation({
    mutationFn: (body: Proof) => api(secondFactorEndpoints.remove, { body }),
    async onSuccess() {
      toast({ title: t`Second factor removed`, description: t`You now sign in with your password only` })
      await refresh()
    },
  })
}
