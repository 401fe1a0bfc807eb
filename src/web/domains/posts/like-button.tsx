import { Heart } from 'lucide-react'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { useToggleLike } from './use-toggle-like.ts'

export function LikeButton({ post }: { post: Post }) {
  const { toggle, isPending } = useToggleLike(post.id)
  const liked = post.viewerHasLiked
  const likes = post.reactionCounts.like
  return (
    <button
      type="button"
      aria-pressed={liked}
      // Not `disabled`: that would take the focus away from who likes by keyboard.
      aria-disabled={isPending}
      aria-label={`Like, ${likes} ${likes === 1 ? 'like' : 'likes'}`}
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
