import { publicPaths } from '../../../../contract/content/public-paths.ts'
import { newsPath } from '../../../../contract/news/news.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import type { PublishedNews, RankedPlayer } from './queries.ts'

interface Entry {
  readonly path: string
  readonly changedAt?: Date
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const entry = (publicUrl: string, tag: 'url' | 'sitemap', { path, changedAt }: Entry) => {
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
  return `<${tag}><loc>${escapeHtml(publicUrl + path)}</loc>${changed}</${tag}>\n`
}

/** A URL set (sitemaps.org). Only pages of players and news items have a modification time. */
export const urlSet = (publicUrl: string, entries: readonly Entry[]) =>
  `${xml}<urlset ${namespace}>\n${entries.map((one) => entry(publicUrl, 'url', one)).join('')}</urlset>\n`

/** An index of sitemaps. */
export const sitemapIndex = (publicUrl: string, paths: readonly string[]) =>
  `${xml}<sitemapindex ${namespace}>\n${paths.map((path) => entry(publicUrl, 'sitemap', { path })).join('')}</sitemapindex>\n`

/** Static pages and news items. */
export const pageEntries = (news: readonly PublishedNews[]): Entry[] => [
  ...publicPaths.map((path) => ({ path })),
  ...news.map(({ slug, changedAt }) => ({ path: newsPath(slug), changedAt })),
]

export const playerEntries = (players: readonly RankedPlayer[]): Entry[] =>
  players.map(({ id, changedAt }) => ({ path: `/player/${id}`, changedAt }))
