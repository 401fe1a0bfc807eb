import { msg } from '@lingui/core/macro'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOffPath } from '../../../../contract/content/navigation.ts'
import { ownPagePath } from '../../../../contract/content/own-pages.ts'
import { publicPaths } from '../../../../contract/content/public-paths.ts'
import { cupPath } from '../../../../contract/cups/cups.ts'
import { addressIn } from '../../../../contract/languages.ts'
import { newsPath } from '../../../../contract/news/news.ts'
import type { Context } from '../../../context.ts'
import { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import type { ContentStore } from '../store.ts'
import { CachedResponses } from './cached-responses.ts'
import {
  listCupsForSitemap,
  listNewsForSitemap,
  listParts,
  listRankedPlayers,
  type PublishedNews,
  type RankedPlayer,
} from './queries.ts'
import { sendCached } from './send-cached.ts'

interface Entry {
  readonly path: string
  readonly changedAt?: Date
  /** Paths of this page by language. */
  readonly languages?: ReadonlyMap<string, string>
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
/** Of the addresses in other languages. */
const xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'

/** One entry for each language of a page, each with all of them, as search engines want it. */
const inAllLanguages = (entries: readonly Entry[], [first, ...others]: readonly string[]): Entry[] => {
  if (first === undefined || others.length === 0) return [...entries]
  return entries.flatMap((one) => {
    const languages = new Map([
      [first, one.path],
      ...others.map((tag): [string, string] => [tag, addressIn(tag, one.path)]),
    ])
    return [...languages.values()].map((path) => ({ ...one, path, languages }))
  })
}

const entry = (
  publicUrl: string,
  tag: 'url' | 'sitemap',
  { path, changedAt, languages = new Map() }: Entry,
) => {
  const alternates = [...languages].map(
    ([tag, other]) =>
      `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeHtml(publicUrl + other)}"/>`,
  )
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
  return `<${tag}><loc>${escapeHtml(publicUrl + path)}</loc>${changed}${alternates.join('')}</${tag}>\n`
}

/** A URL set (sitemaps.org). Only pages of players and news items have a modification time. */
const urlSet = (publicUrl: string, entries: readonly Entry[]) =>
  `${xml}<urlset ${namespace}${entries.some(({ languages }) => languages) ? ` ${xhtml}` : ''}>\n${entries.map((one) => entry(publicUrl, 'url', one)).join('')}</urlset>\n`

/** An index of sitemaps. */
const sitemapIndex = (publicUrl: string, paths: readonly string[]) =>
  `${xml}<sitemapindex ${namespace}>\n${paths.map((path) => entry(publicUrl, 'sitemap', { path })).join('')}</sitemapindex>\n`

/** Static pages, those of the network's own, cups and news items. */
const pageEntries = (
  paths: readonly string[],
  cups: readonly number[],
  news: readonly PublishedNews[],
): Entry[] => [
  ...paths.map((path) => ({ path })),
  ...cups.map((id) => ({ path: cupPath(id) })),
  ...news.map(({ slug, changedAt }) => ({ path: newsPath(slug), changedAt })),
]

const playerEntries = (players: readonly RankedPlayer[]): Entry[] =>
  players.map(({ id, changedAt }) => ({ path: `/player/${id}`, changedAt }))

/** Cache lifetime, so that repeated crawls do not query the database. */
const freshMs = 10 * 60_000
const maxBytes = 16 * 1024 * 1024

const partPattern = /^(?:0|[1-9][0-9]{0,5})$/

/**
 * Serves `/sitemap.xml`: public pages, cups, news items and players with ranked matches, or an index of files when there are
 * too many. Matches and posts are omitted because player pages and the feed link to them.
 */
export function serveSitemap(
  app: FastifyInstance,
  { config, database, languages }: Context,
  content: ContentStore,
): void {
  const kept = new CachedResponses(maxBytes, new ConcurrencyLimiter(1, 20))
  const players = async (part: number) => playerEntries(await listRankedPlayers(database.sql, part))
  const pages = async () =>
    inAllLanguages(
      pageEntries(
        paths(),
        isOff('/cups') ? [] : await listCupsForSitemap(database.sql),
        await listNewsForSitemap(database.sql),
      ),
      languages.tags,
    )
  const isOff = (path: string) => isOffPath(path, content.current().navigation.off)
  const ownPages = () => [...content.current().ownPages.values()]
  const paths = () => [
    ...publicPaths.filter((path) => !isOff(path)),
    ...ownPages().flatMap(({ slug, isPublished }) => (isPublished ? [ownPagePath(slug)] : [])),
  ]
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: () => Promise<string>,
  ) => {
    const key = `${name} ${config.publicUrl} ${Math.floor(Date.now() / freshMs)} ${paths().join()} ${languages.tags.join()}`
    const response = await kept.get(key, async () => Buffer.from(await make()))
    return sendCached(request, reply, { type: 'application/xml; charset=utf-8', seconds: 600 }, response)
  }

  app.get('/sitemap.xml', (request, reply) =>
    send(request, reply, 'all', async () => {
      const [only, ...more] = await listParts(database.sql)
      if (more.length === 0) {
        return urlSet(config.publicUrl, [
          ...(await pages()),
          ...(only === undefined ? [] : await players(only)),
        ])
      }
      const files = [only, ...more].map((part) => `/sitemap-players-${part}.xml`)
      return sitemapIndex(config.publicUrl, ['/sitemap-pages.xml', ...files])
    }),
  )

  app.get('/sitemap-pages.xml', (request, reply) =>
    send(request, reply, 'pages', async () => urlSet(config.publicUrl, await pages())),
  )

  app.get<{ Params: { part: string } }>('/sitemap-players-:part.xml', (request, reply) => {
    const { part } = request.params
    if (!partPattern.test(part)) throw notFound(msg`There is nothing at this address`)
    return send(request, reply, part, async () => {
      const entries = await players(Number(part))
      if (entries.length === 0) throw notFound(msg`No player has such an id`)
      return urlSet(config.publicUrl, entries)
    })
  })
}
