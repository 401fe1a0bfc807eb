import { newsFeedPath, newsPath } from '../../../../contract/content/news.ts'
import type { NewsArticle } from '../../../../contract/content/news-schemas.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'

interface FeedSite {
  readonly siteName: string
  readonly publicUrl: string
}

/** Characters that XML cannot hold, not even escaped. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const text = (value: string) => escapeHtml(value.replace(notXml, ''))

const updatedAt = ({ publishedAt, editedAt }: NewsArticle) => editedAt ?? publishedAt

function entry(publicUrl: string, article: NewsArticle): string {
  const url = text(publicUrl + newsPath(article.slug))
  return [
    '<entry>',
    `<id>${url}</id>`,
    `<title>${text(article.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<published>${article.publishedAt}</published>`,
    `<updated>${updatedAt(article)}</updated>`,
    `<author><name>${text(article.author.username)}</name></author>`,
    `<summary>${text(article.summary)}</summary>`,
    `<content type="html" xml:base="${text(publicUrl)}/">${text(article.html)}</content>`,
    '</entry>',
  ].join('\n')
}

/** News as an Atom feed (RFC 4287), newest first. Without news it was updated at the epoch. */
export function atomFeed({ siteName, publicUrl }: FeedSite, articles: readonly NewsArticle[]): string {
  const updated = articles.map(updatedAt).sort().at(-1) ?? new Date(0).toISOString()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${text(publicUrl)}/news</id>`,
    `<title>${text(siteName)} News</title>`,
    `<link rel="self" type="application/atom+xml" href="${text(publicUrl + newsFeedPath)}"/>`,
    `<link rel="alternate" type="text/html" href="${text(publicUrl)}/news"/>`,
    `<updated>${updated}</updated>`,
    ...articles.map((article) => entry(publicUrl, article)),
    '</feed>\n',
  ].join('\n')
}
