import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { followEndpoints } from '../../../../contract/players/follows-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage, isStatus } from '../../../platform/api-error.ts'
import { showSignInToast } from '../../../platform/sign-in-toast.ts'
import { toast } from '../../../platform/toasts.ts'
import { endSession } from '../../../platform/viewer.ts'
import { followQuery } from './follow-queries.ts'

type Wish = 'follow' | 'unfollow' | 'mute' | 'unmute'

export const signInToFollow = msg`You must be logged in to follow players`

function send(id: number, wish: Wish) {
  const params = { id }
  if (wish === 'follow') return api(followEndpoints.follow, { params })
  if (wish === 'unfollow') return api(followEndpoints.unfollow, { params })
  return api(followEndpoints.mute, { params, body: { isMuted: wish === 'mute' } })
}

/** Follows, mutes and unfollows a player; pending until every list that shows it is refetched. */
export function useFollow(id: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  // The list and the feed.
  const refetch = () => client.invalidateQueries({ queryKey: ['follows'] })
  return useMutation({
    mutationFn: (wish: Wish) => send(id, wish),
    onSuccess(follow) {
      client.setQueryData(followQuery(api, id).queryKey, follow)
      return refetch()
    },
    onError(error) {
      if (isStatus(error, 401)) {
        showSignInToast(t(signInToFollow))
        return endSession(client)
      }
      toast({
        variant: 'destructive',
        title: t`Update Failed`,
        description: errorMessage(error, t`Please try again.`),
      })
      // Unfollowed or merged in another tab: ask again.
      void client.invalidateQueries({ queryKey: followQuery(api, id).queryKey })
      return refetch()
    },
  })
}
