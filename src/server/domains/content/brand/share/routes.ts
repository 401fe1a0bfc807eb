import { msg } from '@lingui/core/macro'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteSettings } from '../../../../../contract/content/site.ts'
import type { Message } from '../../../../../contract/languages.ts'
import { playerEndpoints } from '../../../../../contract/players/players-endpoints.ts'
import type { Context } from '../../../../context.ts'
import { ConcurrencyLimiter } from '../../../../platform/http/concurrency-limiter.ts'
import {
  addressOfClient,
  type EndpointRouter,
  limitKeyOfClient,
} from '../../../../platform/http/endpoints.ts'
import { notFound } from '../../../../platform/http/errors.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import type { ContentStore } from '../../store.ts'
import { CachedResponses } from '../cached-responses.ts'
import { colourVersion } from '../colours.ts'
import { sendCached } from '../send-cached.ts'
import type { ImageLanguage, SiteWithBoards } from './canvas.ts'
import { sharedPages } from './pages.ts'
import { shownCup, shownEvent, shownNews, shownPlayer, shownPost, shownSeason, topPlayers } from './source.ts'

/** Some hundred images of players, matches, posts and events. */
const maxBytes = 16 * 1024 * 1024
/** Images of the site, its pages and the leaderboard. */
const maxPageBytes = 4 * 1024 * 1024
const anHour = 3600
/** Stats change with every match. */
const live = 120

type Shown = Readonly<Record<string, unknown>>
type Cards = typeof import('./cards.ts')

interface Share {
  readonly content: ContentStore
  /** Images show what a visitor may read. */
  readonly router: EndpointRouter
}

/**
 * Serves share images of 1200 × 630 pixels, in the language of `?lang=` or the default: caches share them, so that neither
 * cookie nor Accept-Language matters. Data is queried on each request, but only new images are drawn:
 * one at a time, to use one core, and few per address.
 */
export function serveShareImages(app: FastifyInstance, context: Context, { content, router }: Share): void {
  const limiter = new ConcurrencyLimiter(1, 40, 20)
  const kept = new CachedResponses(maxBytes, limiter)
  // A separate cache, so that requests for all players do not evict the site's own images.
  const cachedPages = new CachedResponses(maxPageBytes, limiter)
  const tagOf = (request: FastifyRequest) => context.languages.ofAddress(request).tag
  const callOf = (request: FastifyRequest) =>
    router.inProcess(null, addressOfClient(request), { language: tagOf(request) })

  /** `shown` contains everything that `draw` uses besides the site. */
  const send = async <T extends Shown>(
    request: FastifyRequest,
    reply: FastifyReply,
    { seconds, among = kept }: { seconds: number; among?: CachedResponses },
    shown: T,
    draw: (cards: Cards, site: SiteWithBoards, shown: T, language: ImageLanguage) => string,
  ) => {
    const tag = tagOf(request)
    const drawnSite = onImages(content.site(tag))
    const response = await among.get(
      JSON.stringify([tag, drawnSite, colourVersion(), shown]),
      async () => {
        const cards = await import('./cards.ts')
        await cards.decodeLatinFonts()
        const language = { say: context.languages.sayIn(tag), locale: tag === 'en' ? 'en-US' : tag }
        const render = context.renderImage ?? cards.picture
        return render(draw(cards, drawnSite, shown, language))
      },
      {
        owner: networkOf(addressOfClient(request)),
        takeLimit: () => context.limits.take('shareImages', limitKeyOfClient(request)),
      },
    )
    return sendCached(request, reply, { type: 'image/png', seconds }, response)
  }

  const sendPage = (
    request: FastifyRequest,
    reply: FastifyReply,
    page: readonly [heading: Message, sentence: Message],
  ) =>
    send(
      request,
      reply,
      { seconds: anHour, among: cachedPages },
      { page },
      (cards, drawnSite, shown, language) => cards.pageCard(drawnSite, shown.page, language),
    )

  app.get('/share.png', (request, reply) =>
    send(request, reply, { seconds: anHour, among: cachedPages }, {}, (cards, drawnSite, _, language) =>
      cards.siteCard(drawnSite, language),
    ),
  )

  app.get<{ Params: { name: string } }>('/share/page/:name.png', (request, reply) => {
    const path = `/${request.params.name}`
    if (!Object.hasOwn(sharedPages, path)) throw notFound(msg`This page has no share image`)
    return sendPage(request, reply, sharedPages[path as keyof typeof sharedPages])
  })

  app.get('/share/leaderboard.png', async (request, reply) => {
    if (content.site().leaderboardMaintenance) return sendPage(request, reply, maintenance)
    const entries = await topPlayers(callOf(request))
    return send(
      request,
      reply,
      { seconds: live, among: cachedPages },
      { entries },
      (cards, drawnSite, shown, language) => cards.leaderboardCard(drawnSite, shown.entries, language),
    )
  })

  app.get<{ Params: { id: string } }>('/share/player/:id.png', async (request, reply) => {
    const player = await shownPlayer(
      callOf(request),
      request.params.id,
      !content.site().leaderboardMaintenance,
      content.site().tiers,
    )
    return send(request, reply, { seconds: live }, { player }, (cards, drawnSite, shown, language) =>
      cards.playerCard(drawnSite, shown.player, language),
    )
  })

  app.get<{ Params: { id: string } }>('/share/match/:id.png', async (request, reply) => {
    const { id } = request.params
    const match = await callOf(request)(playerEndpoints.match, { params: { id } })
    return send(request, reply, { seconds: live }, { match }, (cards, drawnSite, shown, language) =>
      cards.matchCard(drawnSite, shown.match, language),
    )
  })

  app.get<{ Params: { id: string } }>('/share/season/:id.png', async (request, reply) => {
    const season = await shownSeason(callOf(request), request.params.id)
    return send(request, reply, { seconds: live }, { season }, (cards, drawnSite, shown, language) =>
      cards.seasonCard(drawnSite, shown.season, language),
    )
  })

  app.get<{ Params: { id: string } }>('/share/event/:id.png', async (request, reply) => {
    const event = await shownEvent(callOf(request), request.params.id)
    return send(request, reply, { seconds: live }, { event }, (cards, drawnSite, shown, language) =>
      cards.eventCard(drawnSite, shown.event, language),
    )
  })

  app.get<{ Params: { id: string } }>('/share/cup/:id.png', async (request, reply) => {
    const cup = await shownCup(callOf(request), request.params.id)
    return send(request, reply, { seconds: live }, { cup }, (cards, drawnSite, shown, language) =>
      cards.cupCard(drawnSite, shown.cup, language),
    )
  })

  app.get<{ Params: { id: string } }>('/share/post/:id.png', async (request, reply) => {
    const post = await shownPost(callOf(request), request.params.id)
    return send(request, reply, { seconds: live }, { post }, (cards, drawnSite, shown, language) =>
      cards.postCard(drawnSite, shown.post, language),
    )
  })

  app.get<{ Params: { slug: string } }>('/share/news/:slug.png', async (request, reply) => {
    const item = await shownNews(callOf(request), request.params.slug)
    return send(request, reply, { seconds: live }, { item }, (cards, drawnSite, shown, language) =>
      cards.newsCard(drawnSite, shown.item, language),
    )
  })
}

/** Site settings that appear on images. */
const onImages = ({
  name,
  shortName,
  gameHost,
  gamePort,
  publicUrl,
  rankNames,
  boards,
}: SiteSettings): SiteWithBoards => ({
  name,
  shortName,
  gameHost,
  gamePort,
  publicUrl,
  boards,
  ...(rankNames !== undefined && { rankNames }),
})

const maintenance = [
  msg`Leaderboards`,
  msg`Leaderboards are currently under maintenance. Please check back soon!`,
] as const
