import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { commentsPage } from '../../../../contract/posts/comments.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import { refetchPosts } from '../posts-cache.ts'

export const commentsKey = (postId: number) => ['comments', postId] as const

/** Comments on a post, oldest first; a full page means that there may be more behind its last one. */
export const commentsQuery = (call: Transport, postId: number) =>
  infiniteQueryOptions({
    queryKey: commentsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      call(commentEndpoints.list, {
        params: { id: postId },
        query: { after: pageParam, limit: commentsPage.max },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < commentsPage.max ? undefined : page.at(-1)?.id),
  })

/** Refetches a post's comments and the counts; resolves when they are there, or have failed. */
export const refetchComments = (client: QueryClient, postId: number) =>
  Promise.all([client.invalidateQueries({ queryKey: commentsKey(postId) }), refetchPosts(client)])
