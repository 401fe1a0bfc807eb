import { msg } from '@lingui/core/macro'
import { newsFeedPath, newsPath } from '../../../contract/news/news.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { Say } from '../../platform/languages/say.ts'
import type { TagAuthority } from '../../platform/tag-authority.ts'
import type { FeedArticle } from './queries.ts'

interface FeedSite {
  readonly siteName: string
  readonly publicUrl: string
  readonly authority: TagAuthority
  /** Of the site, in its own words. */
  readonly language: {
    readonly tag: string
    readonly say: Say
    /** An address of the site as this feed links to it: with the language that its own address says. */
    readonly addressOf: (path: string) => string
  }
}

/** Characters that XML cannot hold, not even escaped. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const text = (value: string) => escapeHtml(value.replace(notXml, ''))

const tag = ({ name, since }: TagAuthority, rest: string) => `tag:${name},${since}:${rest}`

/** With the time of creation, because a restored backup counts ids from where it was taken. */
const entryTag = ({ id, createdAt }: FeedArticle) => `news/${id}/${Date.parse(createdAt)}`

function entry({ publicUrl, authority, language }: FeedSite, article: FeedArticle): string {
  const url = text(publicUrl + language.addressOf(newsPath(article.slug)))
  const { language: written, texts = [] } = article.untranslated ?? {}
  const languageOf = (name: string) => (texts.includes(name) ? ` xml:lang="${written}"` : '')
  return [
    '<entry>',
    `<id>${tag(authority, entryTag(article))}</id>`,
    `<title${languageOf('title')}>${text(article.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<published>${article.publishedAt}</published>`,
    `<updated>${article.updatedAt}</updated>`,
    `<author><name>${text(article.author.username)}</name></author>`,
    `<summary${languageOf('summary')}>${text(article.summary)}</summary>`,
    `<content${languageOf('html')} type="html" xml:base="${text(publicUrl)}/">${text(article.html)}</content>`,
    '</entry>',
  ].join('\n')
}

/**
 * News as an Atom feed (RFC 4287), newest first. Ids follow neither the address of the site nor that of the item.
 * `updatedAt` counts items that are gone.
 */
export function atomFeed(site: FeedSite, articles: readonly FeedArticle[], updatedAt: string): string {
  const { siteName, publicUrl, authority, language } = site
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.tag}">`,
    `<id>${tag(authority, 'news')}</id>`,
    `<title>${text(language.say(msg`${{ name: siteName }} News`))}</title>`,
    `<link rel="self" type="application/atom+xml" href="${text(publicUrl + language.addressOf(newsFeedPath))}"/>`,
    `<link rel="alternate" type="text/html" href="${text(publicUrl + language.addressOf('/news'))}"/>`,
    `<updated>${updatedAt}</updated>`,
    ...articles.map((article) => entry(site, article)),
    '</feed>\n',
  ].join('\n')
}
