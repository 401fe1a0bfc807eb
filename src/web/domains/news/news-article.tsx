import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { NewsArticle } from '../../../contract/news/news-schemas.ts'
import { api } from '../../platform/api.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { JsonLd } from '../../platform/navigation/json-ld.tsx'
import { useSite } from '../../platform/site.tsx'
import { languageOf } from '../../platform/untranslated.ts'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Prose } from '../../ui/prose.tsx'
import { NewsCover } from './news-cover.tsx'
import { newsData } from './news-data.ts'
import { NewsDates } from './news-dates.tsx'
import { newsItemQuery } from './news-queries.ts'

interface NewsArticlePageProps {
  readonly slug: string
  /** What is below the item. */
  readonly comments: (item: NewsArticle) => ReactNode
}

/** A published item by itself, and the comments on it. */
export function NewsArticlePage({ slug, comments }: NewsArticlePageProps) {
  const { t } = useLingui()
  const site = useSite()
  useCommentCount(slug)
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-12 sm:px-5">
      <Link
        to="/news"
        className="inline-flex min-h-11 items-center gap-2 text-ink-soft text-sm hover:text-ember-bright hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        <Trans>All news</Trans>
      </Link>
      <Loaded
        query={useQuery(newsItemQuery(api, slug))}
        failed={t`The news item could not be loaded.`}
        loading={
          <div role="status" className="mt-4 grid gap-6">
            <span className="sr-only">
              <Trans>Loading news...</Trans>
            </span>
            <Skeleton className="h-14" />
            <Skeleton className="h-96" />
          </div>
        }
      >
        {(item) =>
          item === null ? (
            <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-16 text-center">
              <h1 className="font-display text-5xl leading-none">
                <Trans>News Not Found</Trans>
              </h1>
              <p className="text-ink-soft">
                <Trans>It was removed, or it never existed.</Trans>
              </p>
            </section>
          ) : (
            <>
              <article className="mt-4">
                <JsonLd data={newsData(site, item)} />
                <header className="mb-6 grid gap-3">
                  <h1 className="wrap-anywhere font-display text-5xl leading-none sm:text-6xl">
                    <bdi lang={languageOf(item, 'title')}>{item.title}</bdi>
                  </h1>
                  <p className="wrap-anywhere text-ink text-lg">
                    <bdi lang={languageOf(item, 'summary')}>{item.summary}</bdi>
                  </p>
                  <NewsDates item={item} />
                </header>
                <NewsCover
                  cover={item.cover}
                  className="mb-6 h-auto max-h-[28rem] w-full rounded-lg border border-line"
                />
                <Prose html={item.html} language={languageOf(item, 'html')} />
              </article>
              {comments(item)}
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** Shows how many comments the item has as soon as it changes. */
function useCommentCount(slug: string): void {
  const client = useQueryClient()
  const { queryKey } = newsItemQuery(api, slug)
  useLive(
    { channel: 'comments' },
    (message) => {
      if (message.type !== 'comments_update' || message.newsSlug !== slug) return
      const { commentCount } = message
      client.setQueryData(queryKey, (item) => item && { ...item, commentCount })
    },
    () => void client.invalidateQueries({ queryKey, exact: true }),
  )
}
