import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transport } from '../../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../../contract/players.ts'
import type { SiteSettings } from '../../../../contract/site.ts'
import { addressOfClient } from '../../../platform/endpoints.ts'
import { notFound } from '../../../platform/errors.ts'
import { Gate } from '../../../platform/gate.ts'
import { networkOf } from '../../../platform/network.ts'
import { sendKept } from '../answer.ts'
import { Kept } from '../kept.ts'
import { sharedPages } from './pages.ts'
import { leaders, shownEvent, shownPlayer } from './source.ts'

/** Some hundred images. */
const mostBytes = 16 * 1024 * 1024
const anHour = 3600
/** Figures move with every match. */
const live = 120

type Shown = Readonly<Record<string, unknown>>
type Cards = typeof import('./cards.ts')

/** Calls the API in process, as a visitor at this address. */
export type VisitorCall = (address: string) => Transport

/**
 * The images that links unfurl with, 1200 by 630. What an image shows is asked for anew each time (a few rows by
 * index); drawn is only what was not drawn before.
 */
export function serveShareImages(app: FastifyInstance, site: SiteSettings, callFor: VisitorCall): void {
  const kept = new Kept(mostBytes, new Gate(2, 40, 20))
  const callOf = (request: FastifyRequest) => callFor(addressOfClient(request))

  /** `shown` is everything that `draw` draws beside the site itself. */
  const send = async <T extends Shown>(
    request: FastifyRequest,
    reply: FastifyReply,
    seconds: number,
    shown: T,
    draw: (cards: Cards, shown: T) => string,
  ) => {
    const owner = networkOf(addressOfClient(request))
    const answer = await kept.get(
      JSON.stringify(shown),
      async () => {
        const cards = await import('./cards.ts')
        return cards.picture(draw(cards, shown))
      },
      owner,
    )
    return sendKept(request, reply, { type: 'image/png', seconds }, answer)
  }

  const sendPage = (
    request: FastifyRequest,
    reply: FastifyReply,
    [heading, sentence]: readonly [string, string],
  ) => send(request, reply, anHour, { heading, sentence }, (cards) => cards.pageCard(site, heading, sentence))

  app.get('/share.png', (request, reply) => send(request, reply, anHour, {}, (cards) => cards.siteCard(site)))

  app.get<{ Params: { name: string } }>('/share/page/:name.png', (request, reply) => {
    const path = `/${request.params.name}`
    if (!Object.hasOwn(sharedPages, path)) throw notFound('This page has no share image')
    return sendPage(request, reply, sharedPages[path as keyof typeof sharedPages])
  })

  app.get('/share/leaderboard.png', async (request, reply) => {
    if (site.leaderboardMaintenance) return sendPage(request, reply, maintenance)
    const entries = await leaders(callOf(request))
    return send(request, reply, live, { entries }, (cards, shown) =>
      cards.leaderboardCard(site, shown.entries),
    )
  })

  app.get<{ Params: { id: string } }>('/share/player/:id.png', async (request, reply) => {
    const player = await shownPlayer(callOf(request), request.params.id, !site.leaderboardMaintenance)
    return send(request, reply, live, { player }, (cards, shown) => cards.playerCard(site, shown.player))
  })

  app.get<{ Params: { id: string } }>('/share/match/:id.png', async (request, reply) => {
    const { id } = request.params
    const match = await callOf(request)(playerEndpoints.match, { params: { id } })
    return send(request, reply, live, { match }, (cards, shown) => cards.matchCard(site, shown.match))
  })

  app.get<{ Params: { id: string } }>('/share/event/:id.png', async (request, reply) => {
    const event = await shownEvent(callOf(request), request.params.id)
    return send(request, reply, live, { event }, (cards, shown) => cards.eventCard(site, shown.event))
  })
}

const maintenance = [
  'Leaderboards',
  'Leaderboards are currently under maintenance. Please check back soon!',
] as const
