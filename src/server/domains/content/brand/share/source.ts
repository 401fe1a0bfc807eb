import { msg } from '@lingui/core/macro'
import { userEndpoints } from '../../../../../contract/accounts/users-endpoints.ts'
import { type RatingTier, tierIndex } from '../../../../../contract/content/tiers.ts'
import { cupEndpoints } from '../../../../../contract/cups/cups-endpoints.ts'
import type { Transport } from '../../../../../contract/endpoint.ts'
import { eventEndpoints } from '../../../../../contract/events/events-endpoints.ts'
import { IdParams } from '../../../../../contract/ids-schemas.ts'
import { newsEndpoints } from '../../../../../contract/news/news-endpoints.ts'
import { postEndpoints } from '../../../../../contract/posts/posts-endpoints.ts'
import { leaderboardPage } from '../../../../../contract/rankings/leaderboard.ts'
import { leaderboardEndpoints } from '../../../../../contract/rankings/leaderboard-endpoints.ts'
import { bestRating } from '../../../../../contract/rankings/ratings.ts'
import { ratingEndpoints } from '../../../../../contract/rankings/ratings-endpoints.ts'
import { seasonEndpoints } from '../../../../../contract/rankings/seasons-endpoints.ts'
import { statsEndpoints } from '../../../../../contract/rankings/stats-endpoints.ts'
import { notFound } from '../../../../platform/http/errors.ts'
import { parsePart } from '../../../../platform/http/validation.ts'
import type { ShownCup } from './cup-card.ts'
import type { ShownEvent } from './event-card.ts'
import type { ShownEntry } from './leaderboard-card.ts'
import type { ShownNews } from './news-card.ts'
import type { ShownPlayer } from './player-card.ts'
import type { ShownPost } from './post-card.ts'
import type { ShownSeason } from './season-card.ts'

/** @throws 400 for an invalid id, 404 for an unknown player */
export async function shownPlayer(
  call: Transport,
  idText: string,
  withPosition: boolean,
  tiers: readonly RatingTier[],
): Promise<ShownPlayer> {
  const user = await call(userEndpoints.show, { params: { id: idOf(idText) } })
  const [stats, ratings, board] = await Promise.all([
    call(statsEndpoints.show, { params: { id: user.id } }),
    call(ratingEndpoints.ofPlayer, { params: { id: user.id } }),
    withPosition ? call(leaderboardEndpoints.around, { params: { id: user.id } }) : undefined,
  ])
  const own = board?.entries.find((entry) => entry.user.id === user.id)
  const best = bestRating(ratings)
  const rating =
    best === undefined || best.provisional
      ? undefined
      : {
          mode: best.mode,
          rating: best.rating,
          tier: best.tier,
          tierColour: best.tierColour,
          step: tierIndex(tiers, best.rating),
        }
  return { id: user.id, name: user.username, rank: user.rank, stats, position: own?.position, rating }
}

/** First page of the overall all-time leaderboard. */
export async function topPlayers(call: Transport): Promise<ShownEntry[]> {
  const { entries } = await call(leaderboardEndpoints.page, { query: { limit: leaderboardPage.default } })
  return entries.map(({ position, user, stats }) => ({
    id: user.id,
    name: user.username,
    rank: user.rank,
    position,
    points: stats.points,
  }))
}

/** @throws 400 for an invalid id, 404 for an unknown event */
export async function shownEvent(call: Transport, idText: string): Promise<ShownEvent> {
  const { title, status, startDate, rewards } = await call(eventEndpoints.show, {
    params: { id: idOf(idText) },
  })
  return { title, status, startDate, rewards }
}

/** @throws 400 for an invalid id, 404 for an unknown cup */
export async function shownCup(call: Transport, idText: string): Promise<ShownCup> {
  const { id, title, format, config, mode, phase, startDate, seats, entrantCount, champion } = await call(
    cupEndpoints.show,
    { params: { id: idOf(idText) } },
  )
  return {
    id,
    title,
    format,
    cut: config.cut,
    modeName: mode.name,
    phase,
    startDate,
    seats,
    entrantCount,
    champion,
  }
}

/** @throws 404 for an item that is unknown or not published */
export async function shownNews(call: Transport, slug: string): Promise<ShownNews> {
  const { title, summary, publishedAt } = await call(newsEndpoints.show, { params: { slug } })
  return { title, summary, publishedAt }
}

/** @throws 400 for an invalid id, 404 for an unknown or removed post */
export async function shownPost(call: Transport, idText: string): Promise<ShownPost> {
  const { content, createdAt, user } = await call(postEndpoints.show, { params: { id: idOf(idText) } })
  return { content, createdAt, author: { id: user.id, name: user.username, rank: user.rank } }
}

/** @throws 400 for an invalid id, 404 for a season that is unknown or not closed */
export async function shownSeason(call: Transport, idText: string): Promise<ShownSeason> {
  const id = idOf(idText)
  const season = (await call(seasonEndpoints.list, {})).find((one) => one.id === id)
  if (season?.state !== 'closed') throw notFound(msg`There is no such closed season`)
  return { id, name: season.name, champions: season.champions }
}

const idOf = (id: string): number => parsePart(IdParams, { id }).id
