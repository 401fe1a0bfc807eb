import { useQueryClient } from '@tanstack/react-query'
import { data } from 'react-router'
import { parseId } from '../../contract/ids.ts'
import type { Post as PostData } from '../../contract/posts/posts-schemas.ts'
import { RemoveComment } from '../domains/moderation/remove-comment.tsx'
import { RemoveWritten } from '../domains/moderation/remove-written.tsx'
import { commentsQuery } from '../domains/posts/comments/comments-query.ts'
import { postMeta } from '../domains/posts/post-meta.ts'
import { PostPage } from '../domains/posts/post-page.tsx'
import { postQuery, postsKey } from '../domains/posts/posts-query.ts'
import { api } from '../platform/api.ts'
import { siteOf } from '../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { noPrefetchedData, prefetchedData } from '../platform/prefetched-data.ts'
import type { Route } from './+types/post.ts'

/** Null: no post has this id; undefined when it was late or failed. */
const postIn = (loaded: Parameters<typeof prefetchedData>[0], id: number) =>
  prefetchedData(loaded, postQuery(api, id).queryKey) as PostData | null | undefined

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = parseId(params.id)
  if (id === null) return data(noPrefetchedData, { status: 404 })
  const loaded = await prefetched(context, (call) => [
    postQuery(call, id),
    commentsQuery(call, { type: 'post', id }),
  ])
  return data(loaded, { status: postIn(loaded, id) === null ? 404 : 200 })
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const id = parseId(params.id)
  return postMeta(siteOf(matches), id, id === null || !loaderData ? undefined : postIn(loaderData, id))
}

const removePost = (post: PostData) => <RemovePost post={post} />

function RemovePost({ post }: { post: PostData }) {
  const client = useQueryClient()
  return (
    <RemoveWritten
      what="post"
      written={post}
      onRemoved={() => void client.invalidateQueries({ queryKey: postsKey })}
    />
  )
}

export default function Post({ params }: Route.ComponentProps) {
  const id = parseId(params.id)
  return (
    <PostPage
      id={id}
      staffAction={removePost}
      commentAction={(comment) => <RemoveComment subject={{ type: 'post', id: id ?? 0 }} comment={comment} />}
    />
  )
}
