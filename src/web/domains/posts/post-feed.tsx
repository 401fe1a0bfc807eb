import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useId, useMemo } from 'react'
import { api } from '../../platform/api.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { FeedEmpty } from './feed-empty.tsx'
import { FeedEnd } from './feed-end.tsx'
import { FeedLoading } from './feed-loading.tsx'
import { feedFailure } from './feed-message.ts'
import { PostList, type PostListProps } from './post-list.tsx'
import { postsQuery } from './posts-query.ts'
import { RefreshFeed } from './refresh-feed.tsx'
import { useDeletePost } from './use-delete-post.ts'
import { useFeedFocus } from './use-feed-focus.ts'
import { useReturnToPost } from './use-return-to-post.ts'

const feedQuery = postsQuery(api)

export function PostFeed({ staffAction }: Pick<PostListProps, 'staffAction'>) {
  const headingId = useId()
  const feed = useInfiniteQuery(feedQuery)
  const posts = useMemo(() => feed.data?.pages.flat() ?? [], [feed.data])
  const focus = useFeedFocus(posts)
  useReturnToPost(focus.list, posts)
  const deletion = useDeletePost()
  const { expectGone } = focus
  const { mutate: startDeletion, isPending: isDeleting } = deletion

  const remove = useCallback(
    (id: number) => {
      if (isDeleting) return
      expectGone(id)
      startDeletion(id)
    },
    [isDeleting, expectGone, startDeletion],
  )

  function retry() {
    // The button leaves with its alert.
    if (feed.data === undefined) focus.heading.current?.focus()
    void feed.refetch()
  }

  function loadMore() {
    focus.expectMore()
    void feed.fetchNextPage()
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id={headingId} ref={focus.heading} tabIndex={-1} className="font-display text-2xl leading-none">
          Latest Posts
        </h2>
        {feed.data !== undefined && <RefreshFeed busy={feed.isRefetching} onRefresh={() => feed.refetch()} />}
      </div>
      {feed.isPending && <FeedLoading />}
      {feed.error !== null && !feed.isFetchNextPageError && (
        <ErrorView title={feedFailure(feed.error)} onRetry={retry} />
      )}
      {feed.data !== undefined && posts.length === 0 && <FeedEmpty />}
      {posts.length > 0 && (
        <>
          <PostList
            ref={focus.list}
            posts={posts}
            leaving={isDeleting ? deletion.variables : undefined}
            onDelete={remove}
            staffAction={staffAction}
          />
          <FeedEnd
            hasMore={feed.hasNextPage}
            loading={feed.isFetchingNextPage}
            busy={feed.isFetching}
            error={feed.isFetchNextPageError ? feed.error : null}
            onReached={() => void feed.fetchNextPage()}
            onMore={loadMore}
          />
          <p role="status" className="sr-only">
            {(feed.data?.pages.length ?? 0) > 1 && `${posts.length} posts shown`}
          </p>
        </>
      )}
    </section>
  )
}
