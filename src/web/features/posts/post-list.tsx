import type { Ref } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { PostCard } from './post-card.tsx'

export interface PostListProps {
  readonly posts: readonly Post[]
  /** The post that is being deleted. */
  readonly leaving: number | undefined
  readonly onDelete: (id: number) => void
  readonly ref: Ref<HTMLOListElement>
}

export function PostList({ posts, leaving, onDelete, ref }: PostListProps) {
  return (
    <ol ref={ref} className="grid gap-3">
      {posts.map((post) => (
        <li key={post.id} className="min-w-0">
          <PostCard post={post} leaving={post.id === leaving} onDelete={() => onDelete(post.id)} />
        </li>
      ))}
    </ol>
  )
}
