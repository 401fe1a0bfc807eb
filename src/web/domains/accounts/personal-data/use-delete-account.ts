import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { removeDraftsOf } from '../../../platform/forms/stored-drafts.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { changeViewer, viewerQuery } from '../../../platform/viewer.ts'

/**
 * Deletes the member's account and leads to the start page, where they are a visitor. For a component that stays
 * mounted as long as its page.
 */
export function useDeleteAccount() {
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isDeleted = useRef(false)
  const isLeft = useRef(false)

  // Only after navigation: a page for members redirects to sign-in as soon as nobody is signed in.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      if (isDeleted.current) void changeViewer(client, null)
    }
  }, [client])

  return useMutation({
    mutationFn: ({ password, now }: { readonly password: string; readonly now: boolean }) =>
      api(accountEndpoints.remove, { body: { password, ...(now && { now }) } }),
    async onSuccess(_nothing, { now }) {
      isDeleted.current = true
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) removeDraftsOf(viewer.id)
      if (isLeft.current) await changeViewer(client, null)
      await navigate('/', { replace: true })
      toast({
        title: t`Account deleted`,
        description: now
          ? t`Your account and your data are gone`
          : t`For 14 days you can restore it: sign in and confirm`,
      })
    },
    onError(error) {
      toastFailure(t`Account not deleted`, error, t`Please try again.`)
    },
  })
}
