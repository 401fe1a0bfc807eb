import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { blockEndpoints } from '../../../../contract/accounts/blocks-endpoints.ts'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage, isStatus } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { endSession } from '../../../platform/viewer.ts'

export const askToSignIn = () =>
  toast({
    variant: 'destructive',
    title: msg`Authentication required`,
    description: msg`You must be logged in to block members`,
  })

/** Blocks and unblocks a member; pending until every list that shows it is refetched. */
export function useBlock({ id, username }: Pick<PublicUser, 'id' | 'username'>) {
  const { t } = useLingui()
  const client = useQueryClient()
  // A block ends follows.
  const refetch = () =>
    Promise.all(
      [['blocks'], ['follow', id], ['follows']].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  return useMutation({
    mutationFn: (wish: 'block' | 'unblock') => api(blockEndpoints[wish], { params: { id } }),
    onSuccess({ isBlocked }) {
      toast({ title: isBlocked ? t`Member Blocked` : t`Member Unblocked`, description: username })
      return refetch()
    },
    onError(error) {
      if (isStatus(error, 401)) {
        askToSignIn()
        return endSession(client)
      }
      toast({
        variant: 'destructive',
        title: t`Update Failed`,
        description: errorMessage(error, t`Please try again.`),
      })
      return refetch()
    },
  })
}
