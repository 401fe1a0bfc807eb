import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../platform/live/use-live.ts'
import { refetchPosts, showCommentCount } from './posts-cache.ts'

/** Shows how many comments posts have as soon as it changes, while the component is mounted. */
export function useCommentCounts(): void {
  const client = useQueryClient()
  useLive(
    { channel: 'comments' },
    (message) => {
      if (message.type === 'comments_update' && message.postId !== null)
        showCommentCount(client, message.postId, message.commentCount)
    },
    () => void refetchPosts(client),
  )
}
