import { memo, type Ref } from 'react'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { PostCard, type PostCardProps } from './post-card.tsx'

export interface PostListProps {
  readonly posts: readonly Post[]
  /** The post that is being deleted. */
  readonly leaving: number | undefined
  /** The same function as long as it does the same: all posts are rendered again for another one. */
  readonly onDelete: (id: number) => void
  /** The same function, too. */
  readonly staffAction?: PostCardProps['staffAction']
  readonly ref: Ref<HTMLOListElement>
}

export function PostList({ posts, leaving, onDelete, staffAction, ref }: PostListProps) {
  return (
    <ol ref={ref} className="grid gap-3">
      {posts.map((post) => (
        <PostRow
          key={post.id}
          post={post}
          leaving={post.id === leaving}
          onDelete={onDelete}
          staffAction={staffAction}
        />
      ))}
    </ol>
  )
}

interface PostRowProps extends Pick<PostListProps, 'onDelete' | 'staffAction'> {
  readonly post: Post
  readonly leaving: boolean
}

/**
 * A feed that was read for long has hundreds of these. One that did not change is not rendered again, and one far from
 * the window is neither laid out nor painted; it stays in the document, for the keyboard and for finding in the page.
 */
const PostRow = memo(function PostRow({ post, leaving, onDelete, staffAction }: PostRowProps) {
  return (
    // What lies around a card, its shadow and the ring of the focus, is not cut off.
    <li
      data-anchor={`post-${post.id}`}
      className="min-w-0 [contain-intrinsic-size:auto_11rem] [content-visibility:auto] [overflow-clip-margin:2rem]"
    >
      <PostCard post={post} leaving={leaving} onDelete={() => onDelete(post.id)} staffAction={staffAction} />
    </li>
  )
})
