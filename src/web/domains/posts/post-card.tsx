import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isAuthor } from '../../../contract/posts/posts.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage, isStatus } from '../../platform/api-error.ts'
import { GoesAlong } from '../../platform/forms/goes-along.tsx'
import { showSignInToast } from '../../platform/sign-in-toast.ts'
import { endSession, useViewer } from '../../platform/viewer.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { MenuItem, MenuSeparator } from '../../ui/dropdown-menu.tsx'
import { ListedRank } from '../../ui/rank-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EditPostDialog } from './edit-post-dialog.tsx'
import { OtherPostActions } from './other-post-actions.tsx'
import { postActionClass } from './post-action-class.ts'
import { PostContent } from './post-content.tsx'
import { PostMenu } from './post-menu.tsx'
import { postPath } from './post-path.ts'
import { PostPicture } from './post-picture.tsx'
import { showErrorToast } from './post-toasts.ts'
import { refetchPosts, showLike } from './posts-cache.ts'

const reactFailed = msg`Failed to react to post`

const signInToReact = msg`You must be logged in to react to posts`

/** Likes a post or takes the like back. The response says which of the two it was. */
function useToggleLike(postId: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  const viewer = useViewer()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(postEndpoints.react, { params: { id: postId }, body: { type: 'like' } }),
    onSuccess({ reaction, reactionCounts }) {
      showLike(client, postId, Boolean(reaction), reactionCounts.like)
      void refetchPosts(client)
    },
    onError(error) {
      // Restricted: the response says until when, and why.
      if (isStatus(error, 403)) return showErrorToast(errorMessage(error, t(reactFailed)))
      if (!isStatus(error, 401)) return showErrorToast(reactFailed)
      // Signed out in another tab, or by a new password; this tab notices it now.
      showSignInToast(signInToReact)
      return endSession(client)
    },
  })

  function toggle() {
    if (viewer === null) showSignInToast(signInToReact)
    else if (!isPending) mutate()
  }

  return { toggle, isPending }
}

export interface PostCardProps {
  readonly post: Post
  /** Level of the heading with the author's name, below that of the page's heading. */
  readonly nameHeading?: 'h2' | 'h3'
  /** True while it is being deleted. */
  readonly leaving: boolean
  readonly onDelete: () => void
  /** Renders the staff actions on somebody else's post. */
  readonly staffAction?: ((post: Post) => ReactNode) | undefined
}

export function PostCard({
  post,
  nameHeading: NameHeading = 'h3',
  leaving,
  onDelete,
  staffAction,
}: PostCardProps) {
  const { t } = useLingui()
  const nameId = useId()
  const { user } = post
  const own = isAuthor(useViewer(), post)
  return (
    <article
      aria-labelledby={nameId}
      aria-busy={leaving}
      // Load more moves the focus here.
      tabIndex={-1}
      className={classes(
        'rounded-lg border border-line bg-ground-card p-4 shadow-card transition-opacity',
        leaving && 'opacity-50',
      )}
    >
      <header className="flex items-start gap-3">
        <Avatar username={user.username} avatarUrl={user.avatarUrl} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <NameHeading id={nameId} className="wrap-anywhere min-w-0 font-bold leading-5">
              <Link
                to={`/player/${user.id}`}
                className="inline-block min-h-6 underline-offset-4 hover:text-ember-bright hover:underline"
              >
                <bdi>{user.username}</bdi>
              </Link>
            </NameHeading>
            <ListedRank rank={user.rank} />
          </div>
          <div className="text-ink-faint text-xs">
            <Link
              to={postPath(post.id)}
              className="inline-flex min-h-6 min-w-6 items-center underline-offset-4 hover:underline"
            >
              <RelativeTime iso={post.createdAt} />
            </Link>
            {post.editedAt !== undefined && t` · edited`}
          </div>
        </div>
        <div className="-mt-1 -me-1 flex shrink-0">
          {!own && staffAction?.(post)}
          {own ? <OwnPostActions post={post} onDelete={onDelete} /> : <OtherPostActions post={post} />}
        </div>
      </header>
      <PostContent content={post.content} mentions={post.mentions} />
      <PostPicture post={post} />
      <div className="mt-3 flex flex-wrap gap-2">
        <LikeButton post={post} />
        <CommentsLink post={post} />
      </div>
    </article>
  )
}

function LikeButton({ post }: { post: Post }) {
  const { t } = useLingui()
  const { toggle, isPending } = useToggleLike(post.id)
  const liked = post.viewerHasLiked
  const likes = post.reactionCounts.like
  return (
    <button
      type="button"
      aria-pressed={liked}
      // Not `disabled`, which would take the keyboard focus away.
      aria-disabled={isPending}
      aria-label={t`Like, ${plural(likes, { one: `${likes} like`, other: `${likes} likes` })}`}
      onClick={toggle}
      className={classes(
        'inline-flex h-9 min-w-14 items-center justify-center gap-2 rounded-md border px-3 font-bold text-sm tabular-nums transition-colors aria-disabled:opacity-60',
        liked
          ? 'border-ember bg-ember/12 text-ember-bright'
          : 'border-line text-ink-soft hover:border-line-strong hover:text-ink',
      )}
    >
      <Heart aria-hidden className={classes('size-4', liked && 'fill-current')} />
      {likes}
    </button>
  )
}

/** Leads to the comments on the post's own page. */
function CommentsLink({ post: { id, commentCount } }: { post: Post }) {
  const { t } = useLingui()
  return (
    <Link
      to={`${postPath(id)}#comments`}
      aria-label={t`${plural(commentCount, { one: `${commentCount} comment`, other: `${commentCount} comments` })}`}
      className="inline-flex h-9 min-w-14 items-center justify-center gap-2 rounded-md border border-line px-3 font-bold text-ink-soft text-sm tabular-nums transition-colors hover:border-line-strong hover:text-ink"
    >
      <MessageSquare aria-hidden className="size-4" />
      {commentCount}
    </Link>
  )
}

/** What the author may do: edit while the post is new, and two ways to delete it. */
function OwnPostActions({ post, onDelete }: { post: Post; onDelete: () => void }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <DeletePostDialog
        id={post.id}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={onDelete}
        trigger={
          <button type="button" aria-label={t`Delete post`} className={postActionClass}>
            <Trash2 aria-hidden className="size-4" />
          </button>
        }
      />
      <EditPostDialog post={post} open={editing} onOpenChange={setEditing} menuButton={menuButton} />
      <PostMenu post={post} buttonRef={menuButton}>
        <MenuItem onSelect={() => setEditing(true)}>
          <Pencil aria-hidden className="size-4" />
          <Trans>Edit</Trans>
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" onSelect={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-4" />
          <Trans>Delete</Trans>
        </MenuItem>
      </PostMenu>
    </>
  )
}

interface DeletePostDialogProps {
  readonly id: number
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onConfirm: () => void
  /** Opens it too, and has the focus when it closes. */
  readonly trigger: ReactNode
}

function DeletePostDialog({ id, ...props }: DeletePostDialogProps) {
  const { t } = useLingui()
  return (
    <Confirm
      title={t`Delete Post`}
      description={t`Are you sure you want to delete this post? This action cannot be undone.`}
      confirmLabel={t`Delete`}
      {...props}
    >
      <GoesAlong kind="post" id={id} />
    </Confirm>
  )
}
