import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Newspaper, Rss } from 'lucide-react'
import { Link } from 'react-router'
import { newsFeedPath, newsPath } from '../../../contract/news/news.ts'
import { api } from '../../platform/api.ts'
import { languageOf } from '../../platform/untranslated.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ListStates } from '../../ui/list/list-states.tsx'
import { NewsCover } from './news-cover.tsx'
import { NewsDates } from './news-dates.tsx'
import { newsQuery } from './news-queries.ts'

/** Published news, newest first. */
export function NewsList() {
  const { t } = useLingui()
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-5 lg:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">
          <Trans>News</Trans>
        </h1>
        <Link
          reloadDocument
          to={newsFeedPath}
          className="inline-flex min-h-11 items-center gap-2 text-ink-soft text-sm hover:text-ember-bright hover:underline"
        >
          <Rss aria-hidden className="size-4" />
          <Trans>Feed</Trans>
        </Link>
      </header>
      <ListStates
        query={useInfiniteQuery(newsQuery(api))}
        loading={t`Loading news...`}
        failed={t`The news could not be loaded.`}
        skeleton="h-32"
        empty={
          <EmptyState icon={Newspaper} title={t`No news yet`}>
            <Trans>News about the network will appear here.</Trans>
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4">
            {items.map((item, index) => (
              <li
                key={item.id}
                className="relative grid gap-2 overflow-hidden rounded-lg border border-line bg-ground-card p-5 hover:border-line-strong"
              >
                <NewsCover
                  cover={item.cover}
                  isLazy={index > 0}
                  className="-mx-5 -mt-5 mb-2 aspect-2/1 w-[calc(100%+2.5rem)] max-w-none"
                />
                <h2 className="wrap-anywhere font-display text-3xl leading-tight">
                  <Link
                    to={newsPath(item.slug)}
                    className="after:absolute after:inset-0 hover:text-ember-bright"
                  >
                    <bdi lang={languageOf(item, 'title')}>{item.title}</bdi>
                  </Link>
                </h2>
                <p className="wrap-anywhere text-ink-soft">
                  <bdi lang={languageOf(item, 'summary')}>{item.summary}</bdi>
                </p>
                <NewsDates item={item} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}
