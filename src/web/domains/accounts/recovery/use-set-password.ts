import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { recoveryEndpoints } from '../../../../contract/accounts/recovery-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { changeViewer, knownViewer, viewerQuery } from '../../../platform/viewer.ts'

interface ByLink {
  readonly token: string
  readonly newPassword: string
}

interface ByCode {
  readonly username: string
  readonly code: string
  readonly newPassword: string
}

export const recoveryErrorText = (error: unknown) =>
  errorMessage(error, msg`The password was not set. Please try again.`)

/** Sets a password by the link of a mail or by a code, and leads to the login. */
export function useSetPassword() {
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (proof: ByLink | ByCode) =>
      'token' in proof
        ? api(recoveryEndpoints.finish, { body: proof })
        : api(recoveryEndpoints.byCode, { body: proof }),
    async onSuccess() {
      toast({ title: t`Password set`, description: t`Your password is set. You can sign in with it now.` })
      await clearEndedSession(client)
      await navigate('/auth', { replace: true })
    },
    onError(error) {
      toast({ title: t`Password not set`, description: recoveryErrorText(error), variant: 'destructive' })
    },
  })
}

/** This browser may have been signed in to that account, whose sessions ended. */
async function clearEndedSession(client: QueryClient): Promise<void> {
  if (knownViewer() === null) return
  await client.invalidateQueries({ queryKey: viewerQuery.queryKey })
  if (knownViewer() === null) await changeViewer(client, null)
}
