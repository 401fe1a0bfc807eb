import type { SiteSettings } from '../../../contract/content/site.ts'
import { newsImagePath, newsPath } from '../../../contract/news/news.ts'
import type { NewsArticle } from '../../../contract/news/news-schemas.ts'

/** An item for machines (schema.org, NewsArticle). */
export const newsData = (
  { publicUrl, language }: Pick<SiteSettings, 'publicUrl' | 'language'>,
  { slug, title, summary, publishedAt, editedAt, author, cover, untranslated }: NewsArticle,
) => ({
  '@type': 'NewsArticle',
  headline: title,
  description: summary,
  url: publicUrl + newsPath(slug),
  mainEntityOfPage: publicUrl + newsPath(slug),
  datePublished: publishedAt,
  dateModified: editedAt ?? publishedAt,
  inLanguage: untranslated?.texts.includes('html') ? untranslated.language : (language?.tag ?? 'en'),
  author: { '@type': 'Person', name: author.username },
  publisher: { '@id': `${publicUrl}/#organization` },
  image: [...(cover === null ? [] : [publicUrl + cover.url]), publicUrl + newsImagePath(slug)],
})
