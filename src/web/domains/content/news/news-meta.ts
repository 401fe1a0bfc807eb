import type { MetaDescriptor } from 'react-router'
import { newsFeedPath, newsImagePath, newsPath } from '../../../../contract/content/news.ts'
import type { NewsArticle } from '../../../../contract/content/news-schemas.ts'
import type { SiteSettings } from '../../../../contract/content/site.ts'
import { pageMeta } from '../../../platform/meta.ts'

const feedLink = (site: SiteSettings): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: `${site.name} News`,
  href: newsFeedPath,
})

export const newsMeta = (site: SiteSettings): MetaDescriptor[] => [
  ...pageMeta(site, {
    title: 'News',
    description: `What changed on ${site.name}, what is coming, and what was decided.`,
    path: '/news',
  }),
  feedLink(site),
]

/** `item` is undefined when it was late or failed, null when there is none. */
export function newsItemMeta(
  site: SiteSettings,
  slug: string,
  item: NewsArticle | null | undefined,
): MetaDescriptor[] {
  const tags = pageMeta(site, {
    title: item?.title ?? 'News',
    description: item?.summary ?? `News of ${site.name}.`,
    path: newsPath(slug),
    image: item ? newsImagePath(item.slug) : '/share/page/news.png',
    noindex: item === null,
  })
  if (!item) return tags
  const isType = (tag: MetaDescriptor) => 'property' in tag && tag.property === 'og:type'
  return [
    ...tags.map((tag) => (isType(tag) ? { property: 'og:type', content: 'article' } : tag)),
    { property: 'article:published_time', content: item.publishedAt },
    { property: 'article:modified_time', content: item.editedAt ?? item.publishedAt },
    feedLink(site),
  ]
}
