import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { postsPage } from '../../../contract/posts/posts.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { unknownIsNull } from '../../platform/api-error.ts'

/** The pages of the feed as the cache holds them, each after the id it was asked for with. */
export type PostPages = InfiniteData<Post[], number | undefined>

export const postsKey = ['posts'] as const

export const postKey = (id: number) => [...postsKey, id] as const

/** A post by itself. Null: no post has this id. */
export const postQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: ({ signal }): Promise<Post | null> =>
      call(postEndpoints.show, { params: { id }, signal }).catch(unknownIsNull),
  })

/** The feed, newest first; a full page means that there may be more behind its last post. */
export const postsQuery = (call: Transport) =>
  infiniteQueryOptions({
    queryKey: postsKey,
    queryFn: ({ pageParam, signal }): Promise<Post[]> =>
      call(postEndpoints.list, { query: { before: pageParam, limit: postsPage.default }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < postsPage.default ? undefined : page.at(-1)?.id),
  })
