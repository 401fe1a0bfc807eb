import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { canDeletePost } from '../../../contract/posts/posts.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { RankBadge } from '../../ui/rank-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { LikeButton } from './like-button.tsx'
import { OtherPostActions } from './other-post-actions.tsx'
import { OwnPostActions } from './own-post-actions.tsx'
import { PostContent } from './post-content.tsx'
import { PostPicture } from './post-picture.tsx'

export interface PostCardProps {
  readonly post: Post
  /** It is on its way out. */
  readonly leaving: boolean
  readonly onDelete: () => void
  /** What staff may do about somebody else's post. */
  readonly staffAction?: ((post: Post) => ReactNode) | undefined
}

export function PostCard({ post, leaving, onDelete, staffAction }: PostCardProps) {
  const nameId = useId()
  const { user } = post
  const own = canDeletePost(useViewer(), post)
  return (
    <article
      aria-labelledby={nameId}
      aria-busy={leaving}
      // The focus comes here from Load more.
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
            <h3 id={nameId} className="wrap-anywhere min-w-0 font-bold leading-5">
              <Link
                to={`/player/${user.id}`}
                className="inline-block min-h-6 underline-offset-4 hover:text-ember-bright hover:underline"
              >
                <bdi>{user.username}</bdi>
              </Link>
            </h3>
            <RankBadge rank={user.rank} />
          </div>
          <RelativeTime iso={post.createdAt} className="text-ink-faint text-xs" />
        </div>
        <div className="-mt-1 -mr-1 flex shrink-0">
          {!own && staffAction?.(post)}
          {own ? <OwnPostActions post={post} onDelete={onDelete} /> : <OtherPostActions post={post} />}
        </div>
      </header>
      <PostContent content={post.content} />
      <PostPicture post={post} />
      <div className="mt-3">
        <LikeButton post={post} />
      </div>
    </article>
  )
}
