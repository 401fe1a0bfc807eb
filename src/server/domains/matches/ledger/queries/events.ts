import { type RawBuilder, sql } from 'kysely'
import { ingestLimits } from '../../../../../contract/matches/ingest.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { readSaid, type Said } from '../../../../platform/languages/stored-text.ts'
import type { Reader } from '../identity.ts'
import type { PlayerTexts } from '../player-texts.ts'

/**
 * The database clock, shared by all processes. Rejections are final, so one process's clock must not decide about the
 * future.
 */
export async function readTime(executor: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(executor)
  return rows[0]!.now
}

/** Ids of events; those of matches and voids that bear the id of their match apart. */
interface EventIds {
  readonly ids: readonly string[]
  readonly matchIds: readonly string[]
}

/**
 * Claims event ids and returns the new ones, with the ids of matches that no other event bears. Waits for concurrent
 * claims of the same ids.
 */
export async function claimEvents(transaction: Executor, { ids, matchIds }: EventIds): Promise<Set<string>> {
  if (ids.length + matchIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    WITH claimed AS (
      INSERT INTO ingest_events (id)
      SELECT DISTINCT sent.id FROM unnest(${ids}::uuid[]) AS sent (id)
      WHERE NOT EXISTS (SELECT FROM matches WHERE match_id = sent.id) ORDER BY sent.id
      ON CONFLICT (id) DO NOTHING RETURNING id
    )
    SELECT id FROM claimed UNION ALL
    SELECT named.id FROM unnest(${matchIds}::uuid[]) AS named (id)
    WHERE NOT EXISTS (SELECT FROM ingest_events WHERE ingest_events.id = named.id)
  `.execute(transaction)
  return new Set(rows.map((row) => row.id))
}

/** Releases ids of rejected events, which may be corrected and sent again. */
export async function releaseEvents(transaction: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`DELETE FROM ingest_events WHERE id = ANY(${ids}::uuid[])`.execute(transaction)
}

export interface GameOutboxItem {
  readonly id: string
  readonly type: 'rank' | 'message' | 'punish' | 'pardon'
  readonly data: Record<string, string>
}

const isPunishment = sql`type IN ('punish', 'pardon')`

/** Oldest first. */
const waiting = (serverId: number, condition: RawBuilder<unknown>, limit: number) => sql`(
  SELECT id, type, data, created_at FROM outbox
  WHERE channel = 'game' AND server_id = ${serverId} AND done_at IS NULL
    AND (expires_at IS NULL OR expires_at > now()) AND ${condition}
  ORDER BY created_at, id LIMIT ${limit})`

/**
 * Unconfirmed items of this server, oldest first; they are repeated until they are confirmed. A server that carries no
 * punishments out confirms none, so they take half of the places at most.
 */
export async function readOutbox(
  executor: Executor,
  texts: Pick<PlayerTexts, 'say'>,
  serverId: number,
): Promise<GameOutboxItem[]> {
  const { rows } = await sql<Reader & { readonly item: GameOutboxItem; readonly said: Said | null }>`
    SELECT json_build_object('id', outbox.id, 'type', type, 'data', data - 'said') AS item,
      (data ->> 'said')::jsonb AS said, users.language AS account, own.language AS client
    FROM (
      ${waiting(serverId, isPunishment, ingestLimits.outbox / 2)} UNION ALL
      ${waiting(serverId, sql`NOT ${isPunishment}`, ingestLimits.outbox)}
    ) AS outbox
    LEFT JOIN game_identities AS own ON data ? 'said'
      AND own.kind = CASE WHEN data ? 'xuid' THEN 'xuid' ELSE 'pfid' END
      AND own.value = coalesce(data ->> 'xuid', data ->> 'pfid')
    LEFT JOIN users ON users.id = own.user_id
    ORDER BY outbox.created_at, outbox.id LIMIT ${ingestLimits.outbox}
  `.execute(executor)
  return rows.map(({ item, said, ...reader }) => {
    if (said === null) return item
    const { text = '', reason } = item.data
    return {
      ...item,
      data: { ...item.data, text: texts.say(reader, (now) => readSaid(said.text, text, now), reason) },
    }
  })
}

/** Confirms items and returns their number. The identities in them are deleted. */
export async function confirmOutbox(
  executor: Executor,
  serverId: number,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE outbox SET done_at = now(), data = data - 'xuid' - 'pfid' - 'said'
    WHERE id = ANY(${ids}::uuid[]) AND channel = 'game' AND server_id = ${serverId} AND done_at IS NULL
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/**
 * Purges event ids after 35 days, codes after a day, confirmed items after 30 days, expired items, and unfetched items
 * of revoked keys.
 */
export async function sweepLedger(executor: Executor): Promise<void> {
  await sql`DELETE FROM ingest_events
    WHERE received_at < now() - make_interval(days => ${ingestLimits.keepEventDays})`.execute(executor)
  await sql`DELETE FROM match_counts WHERE day < (now() AT TIME ZONE 'UTC')::date`.execute(executor)
  await sql`DELETE FROM link_codes WHERE at < now() - interval '1 day'`.execute(executor)
  await sql`DELETE FROM outbox USING game_servers
    WHERE game_servers.id = server_id AND revoked_at IS NOT NULL AND done_at IS NULL`.execute(executor)
  await sql`DELETE FROM outbox WHERE expires_at < now()`.execute(executor)
  await sql`DELETE FROM outbox WHERE channel = 'game' AND done_at < now() - interval '30 days'`.execute(
    executor,
  )
}
