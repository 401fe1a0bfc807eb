import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { blockEndpoints } from '../../../../contract/accounts/blocks-endpoints.ts'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { isStatus } from '../../../platform/api-error.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { endSession } from '../../../platform/viewer.ts'

export const askToSignIn = () =>
  toast({
    variant: 'destructive',
    title: msg`Authentication required`,
    description: msg`You must be logged in to block members`,
  })

const justBlocked = (id: number) => ['just blocked', id]

/** Whether the viewer blocked this member since the page was opened. */
export const useJustBlocked = (id: number) =>
  useQuery<boolean>({ queryKey: justBlocked(id), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data === true

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
    mutationFn: (wish: 'block' | 'unblock') =>
      api(wish === 'block' ? blockEndpoints.block : blockEndpoints.unblock, { params: { id } }),
    onSuccess({ isBlocked }) {
      client.setQueryData(justBlocked(id), isBlocked)
      toast({ title: isBlocked ? t`Member Blocked` : t`Member Unblocked`, description: username })
      return refetch()
    },
    onError(error) {
      if (isStatus(error, 401)) {
        askToSignIn()
        return endSession(client)
      }
      toastFailure(t`Update Failed`, error, t`Please try again.`)
      return refetch()
    },
  })
}
