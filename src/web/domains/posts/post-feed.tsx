import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageSquare, RotateCw } from 'lucide-react'
import { useCallback, useId, useMemo, useRef } from 'react'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PostList, type PostListProps } from './post-list.tsx'
import { showErrorToast } from './post-toasts.ts'
import { refetchPosts } from './posts-cache.ts'
import { postsQuery } from './posts-query.ts'
import { useCommentCounts } from './use-comment-counts.ts'
import { useFeedFocus } from './use-feed-focus.ts'
import { useInView } from './use-in-view.ts'

/** With the server's own sentence where it gave one, else the error's. */
function FeedFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useLingui()
  const message = errorMessage(error, error.message)
  return <ErrorView title={t`Failed to load posts. ${message}`} onRetry={onRetry} />
}

const feedQuery = postsQuery(api)

export function PostFeed({ staffAction }: Pick<PostListProps, 'staffAction'>) {
  const { t } = useLingui()
  const headingId = useId()
  const feed = useInfiniteQuery(feedQuery)
  const posts = useMemo(() => feed.data?.pages.flat() ?? [], [feed.data])
  const focus = useFeedFocus(posts)
  useCommentCounts()
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
    // A retry removes the alert, and with it the button that has the focus.
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
          <Trans>Latest Posts</Trans>
        </h2>
        {feed.data !== undefined && <RefreshFeed busy={feed.isRefetching} onRefresh={() => feed.refetch()} />}
      </div>
      {feed.isPending && <FeedLoading />}
      {feed.error !== null && !feed.isFetchNextPageError && (
        <FeedFailure error={feed.error} onRetry={retry} />
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
            {(feed.data?.pages.length ?? 0) > 1 && t`${{ length: posts.length }} posts shown`}
          </p>
        </>
      )}
    </section>
  )
}

/** Reads do not grow old by themselves: who wants to see what is new asks for it here. */
function RefreshFeed({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <Button look="quiet" size="sm" aria-disabled={busy} onClick={() => !busy && onRefresh()}>
      <RotateCw aria-hidden className={classes('size-4', busy && 'animate-spin')} />
      <Trans>Refresh</Trans>
    </Button>
  )
}

function FeedLoading() {
  return (
    <div className="grid gap-3">
      <p role="status" className="flex items-center gap-2 py-2 text-ink-soft text-sm">
        <Spinner className="text-ember" />
        <Trans>Loading posts...</Trans>
      </p>
      <Skeleton className="h-36" />
      <Skeleton className="h-64" />
      <Skeleton className="h-36" />
    </div>
  )
}

function FeedEmpty() {
  const { t } = useLingui()
  const viewer = useViewer()
  return (
    <EmptyState icon={MessageSquare} title={t`No posts yet`}>
      <p>
        <Trans>Be the first to share something with the community!</Trans>
      </p>
      <p className="mt-2 text-ink-faint">
        {viewer === null
          ? t`Sign in or register to write the first post.`
          : t`Write a few words above, and add a screenshot if you have one.`}
      </p>
    </EmptyState>
  )
}

/** Deletes an own post; pending until the list without it is there. */
export function useDeletePost() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(postEndpoints.remove, { params: { id } }),
    onSuccess() {
      toast({ title: t`Success`, description: t`Post deleted successfully` })
      return refetchPosts(client)
    },
    onError: () => showErrorToast(msg`Failed to delete post`),
  })
}

interface FeedEndProps {
  readonly hasMore: boolean
  readonly loading: boolean
  /** Nothing may be asked for while something else is. */
  readonly busy: boolean
  /** Why the last attempt at more failed. */
  readonly error: Error | null
  /** More, since the end of the list came near. */
  readonly onReached: () => void
  /** More, since somebody pressed the button. */
  readonly onMore: () => void
}

/** The end of the list: loads more when it is near the screen, and on request. */
function FeedEnd({ hasMore, loading, busy, error, onReached, onMore }: FeedEndProps) {
  const { t } = useLingui()
  const mark = useRef<HTMLDivElement>(null)
  useInView(mark, hasMore && !busy && error === null, onReached)
  if (error !== null) {
    return (
      <>
        <FeedFailure error={error} onRetry={() => !busy && onMore()} />
        {loading && (
          <p className="text-ink-soft text-sm">
            <Trans>Loading more...</Trans>
          </p>
        )}
      </>
    )
  }
  if (!hasMore)
    return (
      <p className="py-4 text-center text-ink-faint text-sm">
        <Trans>You have seen every post.</Trans>
      </p>
    )
  return (
    <div ref={mark} className="flex justify-center py-2">
      <Button look="quiet" aria-disabled={busy} onClick={() => !busy && onMore()}>
        {loading && <Spinner />}
        {loading ? t`Loading more...` : t`Load more`}
      </Button>
    </div>
  )
}
