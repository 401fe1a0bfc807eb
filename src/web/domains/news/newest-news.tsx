import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { newsPath } from '../../../contract/news/news.ts'
import { api } from '../../platform/api.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NewsCover } from './news-cover.tsx'
import { newestNewsQuery } from './news-queries.ts'

/** The newest item on the home page; nothing while there is none. */
export function NewestNews() {
  const headingId = useId()
  const item = useQuery(newestNewsQuery(api)).data?.[0]
  if (item === undefined) return null
  return (
    <section aria-labelledby={headingId} className="bg-ground-band">
      <div className="home-band">
        <div className="home-head">
          <h2 id={headingId} className="font-display text-4xl leading-none">
            <Trans>News</Trans>
          </h2>
          <Link
            to="/news"
            className="text-ink-soft text-sm underline underline-offset-4 hover:text-ember-bright"
          >
            <Trans>All news</Trans>
          </Link>
        </div>
        <article className="home-news">
          <NewsCover cover={item.cover} isLazy className="aspect-video w-full shrink-0 rounded-sm sm:w-56" />
          <div className="grid content-start gap-2">
            <h3 className="wrap-anywhere font-display text-2xl leading-tight">
              <Link to={newsPath(item.slug)} className="after:absolute after:inset-0 hover:text-ember-bright">
                <bdi>{item.title}</bdi>
              </Link>
            </h3>
            <p className="wrap-anywhere text-ink-soft text-sm">
              <bdi>{item.summary}</bdi>
            </p>
            <p className="text-ink-faint text-xs">
              <RelativeTime iso={item.publishedAt} />
            </p>
          </div>
        </article>
      </div>
    </section>
  )
}
