import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { canDeleteComment } from '../../../../contract/posts/comments.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { postActionClass } from '../post-action-class.ts'
import { PostContent } from '../post-content.tsx'
import { showErrorToast } from '../post-toasts.ts'
import type { CommentSubject } from './comment-subject.ts'
import { refetchComments } from './comments-query.ts'
import { OtherCommentActions } from './other-comment-actions.tsx'

interface CommentCardProps {
  readonly subject: CommentSubject
  readonly comment: Comment
  readonly staffAction?: ((comment: Comment) => ReactNode) | undefined
}

export function CommentCard({ subject, comment, staffAction }: CommentCardProps) {
  const { user } = comment
  const own = canDeleteComment(useViewer(), comment)
  const deletion = useDeleteComment(subject, comment.id)
  return (
    <li
      data-row
      tabIndex={-1}
      aria-busy={deletion.isPending}
      className={classes('flex min-w-0 gap-3 py-4 transition-opacity', deletion.isPending && 'opacity-50')}
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
          <RankBadge rank={user.rank} />
          <span className="text-ink-faint text-xs">
            <RelativeTime iso={comment.createdAt} />
          </span>
        </div>
        <div className="-mt-2 text-sm">
          <PostContent content={comment.content} />
        </div>
      </div>
      <div className="-mt-1 -mr-2 flex shrink-0">
        {!own && staffAction?.(comment)}
        {own ? (
          <Confirm
            title="Delete Comment"
            description="Are you sure you want to delete this comment? This action cannot be undone."
            confirmLabel="Delete"
            onConfirm={() => !deletion.isPending && deletion.mutate()}
            trigger={
              <button type="button" aria-label="Delete comment" className={postActionClass}>
                <Trash2 aria-hidden className="size-4" />
              </button>
            }
          />
        ) : (
          <OtherCommentActions comment={comment} />
        )}
      </div>
    </li>
  )
}

function useDeleteComment(subject: CommentSubject, id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(commentEndpoints.remove, { params: { id } }),
    async onSuccess() {
      await refetchComments(client, subject)
      toast({ title: 'Success', description: 'Comment deleted successfully' })
    },
    onError: (error) => showErrorToast(errorMessage(error, 'Failed to delete comment')),
  })
}
