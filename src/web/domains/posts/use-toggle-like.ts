import { useMutation, useQueryClient } from '@tanstack/react-query'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { api } from '../../platform/api.ts'
import { isStatus, sentenceOf } from '../../platform/api-error.ts'
import { endSession, useViewer } from '../../platform/viewer.ts'
import { askToSignIn, sayError } from './post-toasts.ts'
import { refetchPosts, showLike } from './posts-cache.ts'

const reactFailed = 'Failed to react to post'
const signInToReact = 'You must be logged in to react to posts'

/** Likes a post or takes the like back. Which of the two it was, only the answer tells. */
export function useToggleLike(postId: number) {
  const client = useQueryClient()
  const viewer = useViewer()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(postEndpoints.react, { params: { id: postId }, body: { type: 'like' } }),
    onSuccess({ reaction, reactionCounts }) {
      showLike(client, postId, Boolean(reaction), reactionCounts.like)
      void refetchPosts(client)
    },
    onError(error) {
      // Restricted: the answer says until when, and why.
      if (isStatus(error, 403)) return sayError(sentenceOf(error, reactFailed))
      if (!isStatus(error, 401)) return sayError(reactFailed)
      // Signed out in another tab, or by a new password: this tab learns it here.
      askToSignIn(signInToReact)
      return endSession(client)
    },
  })

  function toggle() {
    if (viewer === null) askToSignIn(signInToReact)
    else if (!isPending) mutate()
  }

  return { toggle, isPending }
}
