import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { JsonLd } from '../../platform/navigation/json-ld.tsx'
import { useSite } from '../../platform/site.tsx'
import { BackToCommunity } from '../../ui/back-to-community.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { CommentList, type CommentListProps } from './comments/comment-list.tsx'
import { PostCard, type PostCardProps } from './post-card.tsx'
import { postData } from './post-data.ts'
import { useDeletePost } from './post-feed.tsx'
import { postQuery } from './posts-query.ts'
import { useCommentCounts } from './use-comment-counts.ts'

interface PostPageProps extends Pick<PostCardProps, 'staffAction'> {
  /** What staff may do about somebody else's comment. */
  readonly commentAction?: CommentListProps['staffAction']
  /** Null: the address names no post. */
  readonly id: number | null
}

/** A post by itself, and the comments on it. */
export function PostPage({ id, ...actions }: PostPageProps) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-12 sm:px-5">
      <BackToCommunity />
      <div className="mt-6">{id === null ? <NoPost /> : <FoundPost key={id} id={id} {...actions} />}</div>
    </div>
  )
}

function FoundPost({ id, staffAction, commentAction }: PostPageProps & { readonly id: number }) {
  const { t } = useLingui()
  const site = useSite()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(postQuery(api, id))
  const deletion = useDeletePost()
  useCommentCounts()
  if (data) {
    const { username } = data.user
    return (
      <>
        <JsonLd data={postData(site, data)} />
        <h1 className="sr-only">
          <Trans>
            Post by <bdi>{username}</bdi>
          </Trans>
        </h1>
        <PostCard
          post={data}
          nameHeading="h2"
          leaving={deletion.isPending}
          onDelete={() => deletion.mutate(id, { onSuccess: () => void navigate('/social') })}
          staffAction={staffAction}
        />
        <CommentList subject={{ type: 'post', id }} count={data.commentCount} staffAction={commentAction} />
      </>
    )
  }
  if (data === null) return <NoPost />
  if (error !== null && !isFetching)
    return (
      <>
        <h1 className="mb-4 font-display text-4xl leading-none">
          <Trans>Error Loading Post</Trans>
        </h1>
        <ErrorView
          title={t`The post could not be loaded`}
          message={errorMessage(error, t`Please try again.`)}
          onRetry={() => void refetch()}
        />
      </>
    )
  return (
    <div role="status">
      <span className="sr-only">
        <Trans>Loading post...</Trans>
      </span>
      <Skeleton className="h-40" />
    </div>
  )
}

const NoPost = () => (
  <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-16 text-center">
    <h1 className="font-display text-5xl leading-none">
      <Trans>Post Not Found</Trans>
    </h1>
    <p className="text-ink-soft">
      <Trans>It was deleted, or it never existed.</Trans>
    </p>
  </section>
)
