import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { type PostPages, postKey, postsKey } from './posts-query.ts'

/** Asks for the shown pages again; resolves when they are there, or have failed. */
export const refetchPosts = (client: QueryClient) => client.invalidateQueries({ queryKey: postsKey })

function changePages(client: QueryClient, change: (pages: Post[][]) => Post[][]) {
  client.setQueryData<PostPages>(postsKey, (data) => data && { ...data, pages: change(data.pages) })
}

/** Puts a post that was just written on top; a repeated submission returns a post that may stand there already. */
export function showNewPost(client: QueryClient, post: Post) {
  changePages(client, (pages) => {
    if (pages.flat().some(({ id }) => id === post.id)) return pages
    const [newest = [], ...older] = pages
    return [[post, ...newest], ...older]
  })
}

/** Shows a like as the server returned it. */
export function showLike(client: QueryClient, postId: number, liked: boolean, likes: number) {
  const changed = (post: Post): Post =>
    post.id === postId ? { ...post, viewerHasLiked: liked, reactionCounts: { like: likes } } : post
  changePages(client, (pages) => pages.map((page) => page.map(changed)))
}

/** Shows how many comments a post has, in the feed and on its page. */
export function showCommentCount(client: QueryClient, postId: number, commentCount: number) {
  changePages(client, (pages) =>
    pages.map((page) => page.map((post) => (post.id === postId ? { ...post, commentCount } : post))),
  )
  client.setQueryData<Post | null>(postKey(postId), (post) => post && { ...post, commentCount })
}
