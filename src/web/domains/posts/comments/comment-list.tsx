import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { anchorOf } from '../../../../contract/links.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useLive } from '../../../platform/live/use-live.ts'
import { useLinkedId, useScrollToLinked } from '../../../platform/navigation/linked-thing.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { CommentCard, type Writing } from './comment-card.tsx'
import { type CommentSubject, isOn } from './comment-subject.ts'
import { commentQuery, commentsKey, commentsQuery } from './comments-query.ts'
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

/**
 * The comment that the address names. One that is not loaded yet is fetched by itself: below the comment that it replies
 * to where that is loaded, else both at the top.
 */
function useLinkedComment(subject: CommentSubject, listed: readonly Comment[] | undefined) {
  const key = useLinkedId('comment')
  const isListed = (comment: Comment) => listed?.some(({ id }) => id === comment.id)
  const isElsewhere =
    key !== undefined && listed !== undefined && !listed.some(({ id }) => String(id) === key)
  const { data: found } = useQuery({ ...commentQuery(api, subject, key ?? ''), enabled: isElsewhere })
  const { parent = null, comment } = (isElsewhere && found) || {}
  const root = parent ?? comment
  const id = key === undefined ? undefined : Number(key)
  const fetched = [parent, comment].filter((one) => one != null && !isListed(one)) as Comment[]
  const rows =
    listed && (root === undefined || isListed(root) ? [...listed, ...fetched] : [...fetched, ...listed])
  useScrollToLinked(
    key === undefined ? undefined : anchorOf('comment', key),
    rows?.some((row) => row.id === id) ?? false,
  )
  return { id, rows, isGone: isElsewhere && found === null }
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
  const linked = useLinkedComment(subject, query.data?.pages.flat())
  /** The one field that is open, for a comment or a reply to one; each keeps its draft. After a reply none is. */
  const [writing, setWriting] = useState<Writing>('comment')
  const [sent, setSent] = useState(0)
  const addSent = () => setSent((count) => count + 1)
  const shown = query.data?.pages.flat().length
  const total = shown === undefined || query.hasNextPage ? count : shown
  return (
    <section id="comments" aria-labelledby={headingId} className="mt-8 grid scroll-mt-24 gap-4">
      <h2 id={headingId} className="font-display text-2xl leading-none">
        <Trans>Comments</Trans>
        {total > 0 && <span className="ms-2 text-ink-faint tabular-nums">{total}</span>}
      </h2>
      {linked.isGone && (
        <p role="status" className="text-ink-soft">
          <Trans>The comment that this link names no longer exists.</Trans>
        </p>
      )}
      <ListStates
        query={query}
        rows={linked.rows}
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
                linkedId={linked.id}
                writing={writing}
                onWriting={(next) => {
                  setWriting(next)
                  if (next === null) addSent()
                }}
                staffAction={staffAction}
              />
            ))}
          </ol>
        )}
      </ListStates>
      {writing === 'comment' || writing === 'wantedComment' ? (
        <WriteComment
          subject={subject}
          hasMore={query.hasNextPage}
          autoFocus={writing === 'wantedComment'}
          onSent={addSent}
        />
      ) : (
        <Button look="quiet" className="justify-self-start" onClick={() => setWriting('wantedComment')}>
          <Trans>Write a comment</Trans>
        </Button>
      )}
      {/* Not in a form, which goes once a reply is sent. Another element is said anew. */}
      <p role="status" className="sr-only">
        {sent > 0 && <span key={sent}>{t`Your comment is published.`}</span>}
      </p>
    </section>
  )
}
