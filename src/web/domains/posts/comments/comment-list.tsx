import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useLive } from '../../../platform/use-live.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListStates } from '../../../ui/list-states.tsx'
import { CommentCard } from './comment-card.tsx'
import { type CommentSubject, isOn } from './comment-subject.ts'
import { commentsKey, commentsQuery } from './comments-query.ts'
import { WriteComment } from './write-comment.tsx'

export interface CommentListProps {
  readonly subject: CommentSubject
  /** Shown until all comments are loaded, which are counted then. */
  readonly count: number
  /** What staff may do about somebody else's comment. */
  readonly staffAction?: ((comment: Comment) => ReactNode) | undefined
}

/** Comments with their replies, which are newer, and so on the same page or a later one. */
function threadsOf(comments: readonly Comment[]) {
  const threads = new Map<number, { readonly comment: Comment; readonly replies: Comment[] }>()
  for (const comment of comments) {
    if (comment.parentId === undefined) threads.set(comment.id, { comment, replies: [] })
    else threads.get(comment.parentId)?.replies.push(comment)
  }
  return [...threads.values()]
}

/** The comments on a post or news item, oldest first, each with its replies, with the form below them. */
export function CommentList({ subject, count, staffAction }: CommentListProps) {
  const { t } = useLingui()
  const headingId = useId()
  const client = useQueryClient()
  const query = useInfiniteQuery(commentsQuery(api, subject))
  const refetch = () => void client.invalidateQueries({ queryKey: commentsKey(subject) })
  useLive(
    { channel: 'comments' },
    (message) => {
      if (message.type === 'comments_update' && isOn(subject, message)) refetch()
    },
    refetch,
  )
  const shown = query.data?.pages.flat().length
  const total = shown === undefined || query.hasNextPage ? count : shown
  return (
    <section id="comments" aria-labelledby={headingId} className="mt-8 grid scroll-mt-24 gap-4">
      <h2 id={headingId} className="font-display text-2xl leading-none">
        <Trans>Comments</Trans>
        {total > 0 && <span className="ms-2 text-ink-faint tabular-nums">{total}</span>}
      </h2>
      <ListStates
        query={query}
        loading={t`Loading comments...`}
        failed={t`The comments could not be loaded`}
        skeleton="h-20"
        empty={
          <EmptyState icon={MessageSquare} title={t`No comments yet`}>
            <p>
              <Trans>Write the first one below.</Trans>
            </p>
          </EmptyState>
        }
      >
        {(comments) => (
          <ol className="grid divide-y divide-line rounded-lg border border-line bg-ground-card px-4">
            {threadsOf(comments).map(({ comment, replies }) => (
              <CommentCard
                key={comment.id}
                subject={subject}
                comment={comment}
                replies={replies}
                hasMore={query.hasNextPage}
                staffAction={staffAction}
              />
            ))}
          </ol>
        )}
      </ListStates>
      <WriteComment subject={subject} hasMore={query.hasNextPage} />
    </section>
  )
}
