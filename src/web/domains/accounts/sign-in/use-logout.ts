import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { removeDraftsOf } from '../../../platform/forms/stored-drafts.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { changeViewer, viewerQuery } from '../../../platform/viewer.ts'

/** Signs out; a failure leaves everything as it is. */
export function useLogout() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(userEndpoints.logout, {}),
    async onSuccess() {
      toast({ title: t`Logged out`, description: t`You have been successfully logged out` })
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) removeDraftsOf(viewer.id)
      await changeViewer(client, null)
    },
    onError(error) {
      toastFailure(t`Logout failed`, error, t`Please try again.`)
    },
  })
}
