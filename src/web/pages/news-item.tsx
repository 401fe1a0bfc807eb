import { data } from 'react-router'
import type { NewsArticle } from '../../contract/news/news-schemas.ts'
import { RemoveComment } from '../domains/moderation/remove-comment.tsx'
import { NewsArticlePage } from '../domains/news/news-article.tsx'
import { newsItemMeta } from '../domains/news/news-meta.ts'
import { newsItemQuery } from '../domains/news/news-queries.ts'
import { CommentList } from '../domains/posts/comments/comment-list.tsx'
import type { CommentSubject } from '../domains/posts/comments/comment-subject.ts'
import { commentsQuery } from '../domains/posts/comments/comments-query.ts'
import { api } from '../platform/api.ts'
import { siteOf } from '../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { prefetchedData } from '../platform/prefetched-data.ts'
import type { Route } from './+types/news-item.ts'

/** Null: no published item is at this address; undefined when it was late or failed. */
const itemIn = (loaded: Parameters<typeof prefetchedData>[0], slug: string) =>
  prefetchedData(loaded, newsItemQuery(api, slug).queryKey) as NewsArticle | null | undefined

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await prefetched(context, (call) => [
    newsItemQuery(call, params.slug),
    commentsQuery(call, { type: 'news', slug: params.slug }),
  ])
  return data(loaded, { status: itemIn(loaded, params.slug) === null ? 404 : 200 })
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  newsItemMeta(siteOf(matches), params.slug, loaderData && itemIn(loaderData, params.slug))

export default function NewsItem({ params }: Route.ComponentProps) {
  const { slug } = params
  const subject: CommentSubject = { type: 'news', slug }
  return (
    <NewsArticlePage
      key={slug}
      slug={slug}
      comments={({ commentCount }) => (
        <CommentList
          subject={subject}
          count={commentCount}
          staffAction={(comment) => <RemoveComment subject={subject} comment={comment} />}
        />
      )}
    />
  )
}
