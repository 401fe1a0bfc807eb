import { msg } from '@lingui/core/macro'
import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import type { ingestEndpoints } from '../../../../contract/matches/ingest-endpoints.ts'
import type { IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import type { linkEndpoints } from '../../../../contract/matches/link-endpoints.ts'
import type { Context } from '../../../context.ts'
import { recordOwnAudit } from '../../../platform/audit.ts'
import { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict } from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import { judgeGamertags } from '../../accounts/users/reserved-names.ts'
import type { ContentStore } from '../../content/store.ts'
import type { IngestTraffic } from '../game-servers/traffic.ts'
import { heartbeatEvents } from '../presence/heartbeat-event.ts'
import type { CupMatches } from './cup-matches.ts'
import { type EventType, type GameEvent, isOf } from './event-type.ts'
import { matchEvents } from './event-types/match.ts'
import { ingest, publishChanges } from './ingest.ts'
import { linkMember, unlinkAccount } from './linking.ts'
import { PlayerTexts } from './player-texts.ts'
import { BoardIds } from './queries/boards.ts'
import { confirmOutbox, readOutbox } from './queries/events.ts'

interface Needs {
  /** Called with what became of each event. */
  readonly count: (status: IngestResult['status']) => void
  readonly traffic: Pick<IngestTraffic, 'observe'>
  readonly cupMatches: CupMatches
  readonly content: Pick<ContentStore, 'current'>
}

/**
 * Batches that are applied at once, and those that wait for it in order. More at once would only wait for each other's
 * locks, until they hold every connection of the site. Our SDKs wait 15 s for a response (integrations/core/src/node.ts).
 */
const atOnce = { batches: 6, waiting: 200, waitMs: 13_000 } as const

/** Endpoints for game servers. */
export function ingestHandlers(
  context: Context,
  types: readonly EventType[],
  { count, traffic, cupMatches, content }: Needs,
): Handlers<typeof ingestEndpoints> {
  const { database, limits, log } = context
  const boards = new BoardIds()
  const texts = new PlayerTexts(context, content)
  const queue = new ConcurrencyLimiter(atOnce.batches, atOnce.waiting, undefined, atOnce.waitMs)

  return {
    async events({ gameServer, body }) {
      await limits.take('ingest', limitKey({ server: gameServer.id }), body.events.length)
      const { results, batches, now } = await queue.run(() =>
        ingest(context, { types, boards, serverId: gameServer.id }, body),
      )
      for (const { status } of results) count(status)
      const accepted = batches.flatMap((batch) => batch.accepted)
      traffic.observe(gameServer.id, { sent: body.events, results, accepted, now })
      // The events are stored, so a failed message to browsers must not fail the request.
      try {
        await publishChanges(context, types, gameServer.id, batches)
        await warnAboutMisnamed(context, cupMatches, accepted)
      } catch (error) {
        log.warn({ err: error }, 'storing presence or publishing what changed failed')
      }
      const outbox = await readOutbox(database.sql, texts, gameServer.id)
      const hostsCups = accepted.filter(isOf(heartbeatEvents)).some(({ data }) => data.cups)
      return {
        results: await texts.sayResults(results),
        serverTime: now.toISOString(),
        nextPollMs: ingestLimits.nextPollMs,
        outbox,
        ...(hostsCups && {
          cupMatches: await texts.sayCalls(await cupMatches.listHosted(database.sql), now),
        }),
      }
    },

    async ack({ gameServer, body }) {
      await limits.take('ingest', limitKey({ server: gameServer.id }))
      return { confirmed: await confirmOutbox(database.sql, gameServer.id, body.ids) }
    },
  }
}

/** A match with a wrong `cupMatchId` counts like any other; this tells the game server's operator. */
async function warnAboutMisnamed(
  { database, log }: Pick<Context, 'database' | 'log'>,
  cupMatches: CupMatches,
  accepted: readonly GameEvent[],
): Promise<void> {
  const named = accepted.filter(isOf(matchEvents)).filter(({ data }) => data.cupMatchId)
  if (named.length === 0) return
  const misnamed = await cupMatches.findMisnamed(
    database.sql,
    named.map(({ data }) => data.matchId),
  )
  for (const match of misnamed)
    log.warn(match, 'a match names a match of a cup that was not called, or is not between its two sides')
}

export function linkHandlers({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): Handlers<typeof linkEndpoints> {
  return {
    create: ({ member, body }) =>
      database.sql.transaction().execute(async (transaction) => {
        const linked = await linkMember(transaction, member.id, body.code)
        await judgeGamertags(transaction, config, [member.id])
        return linked
      }),

    async remove({ member }) {
      await database.sql.transaction().execute(async (transaction) => {
        const player = await unlinkAccount(transaction, member.id)
        if (player === undefined) throw conflict(msg`Your account is not linked to a player`)
        await recordOwnAudit(transaction, member.id, {
          action: 'member.unlink',
          before: null,
          after: { player },
        })
      })
      return undefined
    },
  }
}
