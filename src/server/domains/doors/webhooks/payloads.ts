import * as z from 'zod/mini'
import { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { CupSummary } from '../../../../contract/cups/cups-schemas.ts'
import type { WebhookType, webhookTestType } from '../../../../contract/doors/webhooks.ts'
import type { Schema } from '../../../../contract/endpoint.ts'
import { Event } from '../../../../contract/events/events-schemas.ts'
import { isOpenAppeal } from '../../../../contract/moderation/appeals.ts'
import { Appeal } from '../../../../contract/moderation/appeals-schemas.ts'
import { Punishment } from '../../../../contract/moderation/punishments-schemas.ts'
import { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import { NewsArticle } from '../../../../contract/news/news-schemas.ts'
import { MatchDetails } from '../../../../contract/players/players-schemas.ts'
import { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import type { Context } from '../../../context.ts'
import { teamOf } from '../../../platform/team.ts'
import { findPublicUser } from '../../accounts/users/queries.ts'
import { findCupSummary } from '../../cups/routes.ts'
import { findEvent } from '../../events/queries.ts'
import { findAppeal } from '../../moderation/appeals/queries.ts'
import { findPunishment } from '../../moderation/punishments/queries.ts'
import { decideStatus } from '../../network/status/decide.ts'
import { readStatusFacts } from '../../network/status/queries.ts'
import { findPublished } from '../../news/queries.ts'
import { findMatch } from '../../players/queries/matches.ts'
import { ratingsOfMatch } from '../../rankings/ratings/match-ratings.ts'
import { type TierContent, tierNameIn } from '../../rankings/ratings/shown-figures.ts'
import { findSeason } from '../../rankings/seasons/queries/seasons.ts'
import { findApplication, findReport } from './queries/records.ts'

export type PayloadContext = Pick<Context, 'config' | 'database' | 'languages'> & {
  readonly content: TierContent
}

interface Payload {
  /** As the API shows the record; what it does not name is not sent. */
  readonly schema: Schema
  /** Reads the record as it is now; undefined where the event is over: it was undone, or the record is gone. */
  readonly read: (context: PayloadContext, subject: string) => Promise<unknown>
}

const match: Payload = {
  schema: MatchDetails,
  async read({ database, languages }, matchId) {
    const found = await findMatch(database.sql, matchId, languages.named(null).tag)
    return found && { ...found, ...(await ratingsOfMatch(database.sql, found)) }
  },
}

const player: Payload = {
  schema: PublicUser,
  async read({ database }, id) {
    const user = await findPublicUser(database.sql, Number(id))
    return user?.standing === 'deleted' ? undefined : user
  },
}

/** Who gave it, and what staff wrote when it was lifted, stay on the site. */
const punishment: Payload = {
  schema: z.omit(Punishment, { by: true, liftReason: true }),
  read: ({ database }, id) => findPunishment(database.sql, id),
}

const cup: Payload = {
  schema: CupSummary,
  read: ({ database, languages }, id) => findCupSummary(database.sql, Number(id), languages.named(null).tag),
}

/** The status at this moment, but for whether the server is online, which is the event. */
const server = (isOnline: boolean): Payload => ({
  schema: ServerStatus,
  async read({ config, database }, checkedAt) {
    const { now, ...facts } = await readStatusFacts(database)
    const current = decideStatus({ ...facts, now: now.getTime(), pollMs: config.statusPollMs })
    if (isOnline && current.isOnline) return current
    const offline = decideStatus({ ping: null, heartbeats: [], now: 0, pollMs: config.statusPollMs })
    return { ...offline, isOnline, checkedAt: new Date(checkedAt).toISOString() }
  },
})

/** Reads a record of `payload`, undefined unless it is (still) as the event says. */
const where = <Row>(payload: Payload, isSo: (row: Row) => boolean): Payload => ({
  ...payload,
  async read(context, subject) {
    const row = (await payload.read(context, subject)) as Row | undefined
    return row !== undefined && isSo(row) ? row : undefined
  },
})

export const payloads: Readonly<Record<WebhookType | typeof webhookTestType, Payload>> = {
  'match.stored': match,
  'match.excluded': where<MatchDetails>(match, ({ voided, excluded }) => voided || excluded === true),
  'player.linked': player,
  'player.renamed': player,
  'season.closed': {
    schema: Season,
    async read({ database, content }, id) {
      const words = content.current()
      const season = await findSeason(database.sql, Number(id))
      return (
        season && {
          ...season,
          champions: season.champions.map((one) => ({ ...one, tier: tierNameIn(words, one.tier) })),
        }
      )
    },
  },
  'punishment.created': punishment,
  'punishment.lifted': where<Punishment>(punishment, ({ state }) => state === 'lifted'),
  'report.created': {
    schema: z.looseObject({}),
    read: ({ database }, id) => findReport(database.sql, Number(id)),
  },
  'appeal.decided': where<Appeal>(
    {
      schema: z.pick(Appeal, {
        id: true,
        state: true,
        isFinal: true,
        about: true,
        createdAt: true,
        changedAt: true,
        player: true,
      }),
      read: ({ database }, id) => findAppeal(database.sql, Number(id)),
    },
    ({ state }) => !isOpenAppeal(state),
  ),
  'application.submitted': {
    schema: z.looseObject({}),
    read: ({ database }, id) => findApplication(database.sql, Number(id)),
  },
  'news.published': {
    schema: NewsArticle,
    read: ({ config, database, languages }, slug) =>
      findPublished(database.sql, { team: teamOf(config), reader: languages.reader(null) }, slug),
  },
  'event.created': {
    schema: Event,
    read: ({ config, database, languages }, id) =>
      findEvent(
        database.sql,
        { viewerId: null, team: teamOf(config), reader: languages.reader(null) },
        Number(id),
      ),
  },
  'cup.started': cup,
  'cup.finished': cup,
  'server.offline': server(false),
  'server.online': server(true),
  'webhook.test': { schema: z.object({}), read: async () => ({}) },
}
