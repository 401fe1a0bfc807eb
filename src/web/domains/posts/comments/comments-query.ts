import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { commentsPage } from '../../../../contract/posts/comments.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { rowQuery } from '../../../platform/navigation/use-opened-row.ts'
import { refetchPosts } from '../posts-cache.ts'
import { type CommentSubject, isOn } from './comment-subject.ts'

export const commentsKey = (subject: CommentSubject) =>
  ['comments', subject.type === 'post' ? subject.id : subject.slug] as const

/** Comments on a post or news item, oldest first; a full page means that there may be more behind its last one. */
export const commentsQuery = (call: Transport, subject: CommentSubject) =>
  infiniteQueryOptions({
    queryKey: commentsKey(subject),
    queryFn: ({ pageParam, signal }): Promise<Comment[]> => {
      const query = { after: pageParam, limit: commentsPage.max }
      return subject.type === 'post'
        ? call(commentEndpoints.list, { params: { id: subject.id }, query, signal })
        : call(commentEndpoints.listOnNews, { params: { slug: subject.slug }, query, signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < commentsPage.max ? undefined : page.at(-1)?.id),
  })

/** A comment by itself, with the one that it replies to; null when it is gone, or on something else. */
export const commentQuery = (call: Transport, subject: CommentSubject, key: string) =>
  rowQuery(commentsKey(subject), key, async (id, signal) => {
    const found = await call(commentEndpoints.show, { params: { id }, signal })
    return isOn(subject, found.comment) ? found : null
  })

/** Refetches comments, and the counts of posts; resolves when they are there, or have failed. */
export const refetchComments = (client: QueryClient, subject: CommentSubject) =>
  Promise.all([
    client.invalidateQueries({ queryKey: commentsKey(subject) }),
    subject.type === 'post' && refetchPosts(client),
  ])
