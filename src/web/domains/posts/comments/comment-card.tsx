import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Reply, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { anchorOf } from '../../../../contract/links.ts'
import { canDeleteComment } from '../../../../contract/posts/comments.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { GoesAlong } from '../../../platform/forms/goes-along.tsx'
import { linkedClass } from '../../../platform/navigation/linked-thing.ts'
import { showSignInToast } from '../../../platform/sign-in-toast.ts'
import { toast } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { ListedRank } from '../../../ui/rank-badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useBlock, useJustBlocked } from '../../accounts/blocks/use-block.ts'
import { postActionClass } from '../post-action-class.ts'
import { PostContent } from '../post-content.tsx'
import { showErrorToast } from '../post-toasts.ts'
import type { CommentSubject } from './comment-subject.ts'
import { refetchComments } from './comments-query.ts'
import { OtherCommentActions } from './other-comment-actions.tsx'
import { WriteReply } from './write-comment.tsx'

/**
 * What the open field is for: a comment, which somebody pressed the button for, or a reply to the one with this id. None is
 * once a reply was sent.
 */
export type Writing = 'comment' | 'wantedComment' | number | null

interface CommentCardProps {
  readonly subject: CommentSubject
  readonly comment: Comment
  /** Oldest first; a reply has none. */
  readonly replies?: readonly Comment[]
  /** Newer comments are not shown yet. */
  readonly hasMore: boolean
  /** The comment that the address names. */
  readonly linkedId: number | undefined
  readonly writing: Writing
  readonly onWriting: (writing: Writing) => void
  readonly staffAction?: ((comment: Comment) => ReactNode) | undefined
}

export function CommentCard({
  subject,
  comment,
  replies = [],
  hasMore,
  linkedId,
  writing,
  onWriting,
  staffAction,
}: CommentCardProps) {
  const { t } = useLingui()
  const { user } = comment
  const own = canDeleteComment(useViewer(), comment)
  const deletion = useDeleteComment(subject, comment.id)
  const isReplying = writing === comment.id
  if (useJustBlocked(user.id)) return <BlockedComment comment={comment} />
  return (
    <li
      data-row
      id={anchorOf('comment', comment.id)}
      data-anchor={anchorOf('comment', comment.id)}
      aria-current={comment.id === linkedId || undefined}
      tabIndex={-1}
      aria-busy={deletion.isPending}
      className={classes('min-w-0 scroll-mt-20 py-4 transition-opacity', deletion.isPending && 'opacity-50')}
    >
      <div
        className={classes(
          'flex min-w-0 gap-3',
          comment.id === linkedId && classes('-m-3 rounded-md p-3', linkedClass),
        )}
      >
        <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to={`/player/${user.id}`}
              className="wrap-anywhere inline-block min-h-6 min-w-0 font-bold text-sm leading-6 underline-offset-4 hover:text-ember-bright hover:underline"
            >
              <bdi>{user.username}</bdi>
            </Link>
            <ListedRank rank={user.rank} />
            {/* The server's date is longer than the age that replaces it: on a phone it never shares a line. */}
            <span className="text-ink-faint text-xs max-sm:basis-full">
              <RelativeTime iso={comment.createdAt} />
            </span>
          </div>
          <div className="-mt-2 text-sm">
            <PostContent content={comment.content} mentions={comment.mentions} />
          </div>
          {comment.parentId === undefined && (
            <ReplyButton
              comment={comment}
              isOpen={isReplying}
              onClick={() => onWriting(isReplying ? 'comment' : comment.id)}
            />
          )}
        </div>
        <div className="-mt-1 -me-2 flex shrink-0">
          {!own && staffAction?.(comment)}
          {own ? (
            <Confirm
              title={t`Delete Comment`}
              description={
                replies.length > 0
                  ? t`Are you sure you want to delete this comment and its replies? This action cannot be undone.`
                  : t`Are you sure you want to delete this comment? This action cannot be undone.`
              }
              confirmLabel={t`Delete`}
              onConfirm={() => !deletion.isPending && deletion.mutate()}
              trigger={
                <button type="button" aria-label={t`Delete comment`} className={postActionClass}>
                  <Trash2 aria-hidden className="size-4" />
                </button>
              }
            >
              <GoesAlong kind="comment" id={comment.id} />
            </Confirm>
          ) : (
            <OtherCommentActions comment={comment} />
          )}
        </div>
      </div>
      {replies.length > 0 && (
        <ol
          aria-label={t`Replies to ${{ username: user.username }}`}
          className="mt-2 ms-3 divide-y divide-line border-line border-s-2 ps-3 sm:ms-10"
        >
          {replies.map((reply) => (
            <CommentCard
              key={reply.id}
              subject={subject}
              comment={reply}
              hasMore={hasMore}
              linkedId={linkedId}
              writing={writing}
              onWriting={onWriting}
              staffAction={staffAction}
            />
          ))}
        </ol>
      )}
      {isReplying && (
        <WriteReply
          subject={subject}
          parent={comment}
          hasMore={hasMore}
          replies={replies.length}
          onCancel={() => onWriting('comment')}
          onSent={() => onWriting(null)}
        />
      )}
    </li>
  )
}

/** Folded with its replies, until the page is opened again. */
function BlockedComment({ comment: { id, user } }: Pick<CommentCardProps, 'comment'>) {
  const { mutate, isPending } = useBlock(user)
  const { username } = user
  const row = useRef<HTMLLIElement>(null)
  // The dialog that asked had the focus, and is gone with the card.
  useEffect(() => {
    const later = setTimeout(() => document.activeElement === document.body && row.current?.focus())
    return () => clearTimeout(later)
  }, [])
  return (
    <li
      ref={row}
      data-row
      id={anchorOf('comment', id)}
      data-anchor={anchorOf('comment', id)}
      tabIndex={-1}
      className="py-4 text-ink-faint text-sm"
    >
      <Trans>
        Blocked: <bdi>{username}</bdi>
      </Trans>{' '}
      ·{' '}
      <button
        type="button"
        onClick={() => !isPending && mutate('unblock')}
        className="min-h-8 font-semibold text-ink-soft underline-offset-4 hover:text-ink hover:underline"
      >
        <Trans>Undo</Trans>
      </button>
    </li>
  )
}

interface ReplyButtonProps {
  readonly comment: Comment
  readonly isOpen: boolean
  readonly onClick: () => void
}

function ReplyButton({ comment, isOpen, onClick }: ReplyButtonProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    // The form goes with the focus in it. Whoever went on elsewhere meanwhile stays there.
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
  }, [isOpen])
  return (
    <button
      ref={button}
      type="button"
      aria-label={t`Reply to ${{ username: comment.user.username }}`}
      aria-expanded={isOpen}
      onClick={() => (viewer === null ? showSignInToast(msg`You must be logged in to comment`) : onClick())}
      className="mt-1 inline-flex min-h-8 items-center gap-1.5 font-semibold text-ink-soft text-sm hover:text-ink"
    >
      <Reply aria-hidden className="size-4" />
      <Trans>Reply</Trans>
    </button>
  )
}

function useDeleteComment(subject: CommentSubject, id: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(commentEndpoints.remove, { params: { id } }),
    async onSuccess() {
      await refetchComments(client, subject)
      toast({ title: t`Success`, description: t`Comment deleted successfully` })
    },
    onError: (error) => showErrorToast(errorMessage(error, t`Failed to delete comment`)),
  })
}
