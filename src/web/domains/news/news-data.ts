import type { SiteSettings } from '../../../contract/content/site.ts'
import { newsImagePath, newsPath } from '../../../contract/news/news.ts'
import type { NewsArticle } from '../../../contract/news/news-schemas.ts'

/** An item for machines (schema.org, NewsArticle). */
export const newsData = (
  { publicUrl }: Pick<SiteSettings, 'publicUrl'>,
  { slug, title, summary, publishedAt, editedAt, author, cover }: NewsArticle,
) => ({
  '@type': 'NewsArticle',
  headline: title,
  description: summary,
  url: publicUrl + newsPath(slug),
  mainEntityOfPage: publicUrl + newsPath(slug),
  datePublished: publishedAt,
  dateModified: editedAt ?? publishedAt,
  inLanguage: 'en',
  author: { '@type': 'Person', name: author.username },
  publisher: { '@id': `${publicUrl}/#organization` },
  image: [...(cover === null ? [] : [publicUrl + cover.url]), publicUrl + newsImagePath(slug)],
})
