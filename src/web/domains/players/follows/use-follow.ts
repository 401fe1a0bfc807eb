import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { followEndpoints } from '../../../../contract/players/follows-endpoints.ts'
import type { Follow } from '../../../../contract/players/follows-schemas.ts'
import { api } from '../../../platform/api.ts'
import { isStatus } from '../../../platform/api-error.ts'
import { showSignInToast } from '../../../platform/sign-in-toast.ts'
import { toastFailure } from '../../../platform/toasts.ts'
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

/** What a player's page says before the server has agreed. */
const wished: Readonly<Record<Wish, Partial<Follow>>> = {
  follow: { isFollowing: true },
  unfollow: { isFollowing: false, isMuted: false },
  mute: { isMuted: true },
  unmute: { isMuted: false },
}

/** Follows, mutes and unfollows a player, one after the other; pending until every list that shows it is refetched. */
export function useFollow(id: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  // The list and the feed.
  const refetch = () => client.invalidateQueries({ queryKey: ['follows'] })
  const { queryKey } = followQuery(api, id)
  return useMutation({
    scope: { id: `follow ${id}` },
    mutationFn: (wish: Wish) => send(id, wish),
    async onMutate(wish) {
      await client.cancelQueries({ queryKey })
      const known = client.getQueryData(queryKey)
      client.setQueryData(queryKey, known && { ...known, ...wished[wish] })
      return known
    },
    onSuccess: refetch,
    onError(error, _wish, before) {
      client.setQueryData(queryKey, before)
      if (isStatus(error, 401)) {
        showSignInToast(t(signInToFollow))
        return endSession(client)
      }
      toastFailure(t`Update Failed`, error, t`Please try again.`)
      // Unfollowed or merged in another tab: ask again.
      return Promise.all([client.invalidateQueries({ queryKey }), refetch()])
    },
  })
}
