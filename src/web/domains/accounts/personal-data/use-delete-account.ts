import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { removeDraftsOf } from '../../../platform/stored-drafts.ts'
import { toast } from '../../../platform/toasts.ts'
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
    mutationFn: (password: string) => api(accountEndpoints.remove, { body: { password } }),
    async onSuccess() {
      isDeleted.current = true
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) removeDraftsOf(viewer.id)
      if (isLeft.current) await changeViewer(client, null)
      await navigate('/', { replace: true })
      toast({ title: t`Account deleted`, description: t`Your account and your data are gone` })
    },
    onError(error) {
      toast({
        title: t`Account not deleted`,
        description: errorMessage(error, t`Please try again.`),
        variant: 'destructive',
      })
    },
  })
}
