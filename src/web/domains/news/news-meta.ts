import { msg } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import { addressIn } from '../../../contract/languages.ts'
import { newsFeedPath, newsImagePath, newsPath } from '../../../contract/news/news.ts'
import type { NewsArticle } from '../../../contract/news/news-schemas.ts'
import { articleMeta } from '../../platform/navigation/article-meta.ts'
import { type MetaSite, metaTags } from '../../platform/navigation/meta.ts'
import { sayIn } from '../../platform/translation.tsx'

const feedLink = (site: MetaSite): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: sayIn(site.language, msg`${{ name: site.name }} News`),
  href: site.language?.isInAddress ? addressIn(site.language.tag, newsFeedPath) : newsFeedPath,
})

export const newsMeta = (site: MetaSite): MetaDescriptor[] => [
  ...metaTags(site, {
    title: msg`News`,
    description: msg`What is new on ${{ name: site.name }}, and what comes next.`,
    path: '/news',
  }),
  feedLink(site),
]

/** `item` is undefined when it was late or failed, null when there is none. */
export function newsItemMeta(
  site: MetaSite,
  slug: string,
  item: NewsArticle | null | undefined,
): MetaDescriptor[] {
  const tags = metaTags(site, {
    title: item?.title ?? msg`News`,
    description: item?.summary ?? msg`News of ${{ name: site.name }}.`,
    path: newsPath(slug),
    image: item ? newsImagePath(item.slug) : '/share/page/news.png',
    noindex: item === null,
  })
  if (!item) return tags
  return [...articleMeta(tags, item.publishedAt, item.editedAt ?? item.publishedAt), feedLink(site)]
}
