import { msg } from '@lingui/core/macro'
import { urlOf } from '../../../contract/endpoint.ts'
import { recentMeetings } from '../../../contract/players/players.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { invalid, notFound } from '../../platform/http/errors.ts'
import { findCommonOpponents, findOpponents, findRecord } from '../rankings/head-to-head/queries.ts'
import { findMergedId, listPlaces } from '../rankings/leaderboard/queries.ts'
import { listMilestones } from '../rankings/milestones/queries.ts'
import { ratingsOfMatch } from '../rankings/ratings/match-ratings.ts'
import type { TierContent } from '../rankings/ratings/shown-figures.ts'
import { requireBoard } from '../rankings/require-board.ts'
import { cursorOf, positionIn } from './arrival-cursor.ts'
import { listArrivals, positionAt } from './queries/arrivals.ts'
import { findMatch, listLatest, listMatches, listMeetings } from './queries/matches.ts'
import { lookUpPlayers, readDevices, readPointsHistory, searchPlayers } from './queries/players.ts'
import { listStreams } from './queries/streams.ts'

export function playerHandlers(
  { database, languages }: Pick<Context, 'database' | 'languages'>,
  content: TierContent,
): Handlers<typeof playerEndpoints> {
  const known = async (id: number) => {
    const kept = await findMergedId(database.sql, id)
    if (kept === undefined) throw notFound(msg`Player not found`)
    return kept
  }

  const pair = async (params: { a: number; b: number }) => {
    const [own, other] = [await known(params.a), await known(params.b)]
    if (own === other) throw invalid({ b: 'A player cannot be compared with themselves' })
    return [own, other] as const
  }

  return {
    search: async ({ query }) =>
      searchPlayers(database.sql, query.username, await requireBoard(database.sql, query.gameType)),

    list: ({ query: { ids, xuids } }) =>
      ids === undefined
        ? lookUpPlayers(database.sql, 'xuid', xuids ?? [])
        : lookUpPlayers(database.sql, 'id', ids),

    async matches({ params, query, reply }) {
      const matches = await listMatches(database.sql, await known(params.id), query)
      const last = matches.at(-1)
      if (last !== undefined && matches.length === query.limit) {
        const { before: _, ...rest } = query
        const next = { before: last.matchId, ...rest }
        reply.header('link', `<${urlOf(playerEndpoints.matches, { params, query: next })}>; rel="next"`)
      }
      return matches
    },

    async opponents({ params, query }) {
      const rows = await findOpponents(database.sql, await known(params.id), query.order)
      return rows.map((row) => ({ ...row, lastMatchAt: row.lastMatchAt.toISOString() }))
    },

    async milestones({ params }) {
      const rows = await listMilestones(database.sql, await known(params.id))
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    },

    async headToHead({ params }) {
      const [own, other] = await pair(params)
      const modes = await findRecord(database.sql, own, other)
      const met = modes.reduce((sum, { wins, losses, draws }) => sum + wins + losses + draws, 0)
      const recent = await listMeetings(database.sql, own, other, Math.min(met, recentMeetings))
      return { modes, recent }
    },

    async commonOpponents({ params }) {
      const [own, other] = await pair(params)
      return findCommonOpponents(database.sql, own, other)
    },

    devices: async ({ params }) => readDevices(database.sql, await known(params.id)),

    places: async ({ params }) => listPlaces(database.sql, await known(params.id)),

    async pointsHistory({ params, query }) {
      const gameType = await requireBoard(database.sql, query.gameType)
      return readPointsHistory(database.sql, await known(params.id), gameType, query.days)
    },

    latest: async ({ query: { gameType, limit } }) =>
      listLatest(database.sql, await requireBoard(database.sql, gameType), limit),

    async arrivals({ query: { since, mode, limit } }) {
      const after =
        since === undefined ? 0 : (positionIn(since, mode) ?? (await positionAt(database.sql, since)))
      const { matches, last, more } = await listArrivals(database.sql, { after, mode, limit })
      return { matches, next: cursorOf(last, mode), more }
    },

    streams: async () => listStreams(database.sql, content.current().links.streams ?? []),

    async match({ params, language }) {
      const match = await findMatch(database.sql, params.id, languages.named(language).tag)
      if (match === undefined) throw notFound(msg`Match not found`)
      return { ...match, ...(await ratingsOfMatch(database.sql, match)) }
    },
  }
}
