import { type Kysely, sql, type Transaction } from 'kysely'
import type { Mail, SendMail } from '../gateways/mail.ts'
import type { Database } from './database.ts'
import type { Logger } from './logger.ts'
import type { DB } from './schema.ts'

/** A mail that leaves the site because of a change, and only if that change was stored. */
export interface OutboxItem {
  readonly channel: 'mail'
  readonly type: 'mail'
  readonly data: Mail
}

/** Call it in the transaction of the change. */
export async function enqueue(transaction: Kysely<DB> | Transaction<DB>, item: OutboxItem): Promise<void> {
  await transaction
    .insertInto('outbox')
    .values({ channel: item.channel, type: item.type, data: JSON.stringify(item.data) })
    .execute()
}

/**
 * Leaves something about a player for every game server, once for each identity of theirs. Call it in the transaction
 * of the change; who was never in the game is told nothing.
 */
export async function tellGameServers(
  transaction: Kysely<DB> | Transaction<DB>,
  userId: number,
  type: 'rank' | 'message',
  data: { readonly rank: string } | { readonly text: string },
): Promise<void> {
  await sql`
    INSERT INTO outbox (channel, type, data, server_id)
    SELECT 'game', ${type}, jsonb_build_object(kind, value) || ${JSON.stringify(data)}::jsonb, game_servers.id
    FROM game_identities CROSS JOIN game_servers
    WHERE user_id = ${userId} AND revoked_at IS NULL
  `.execute(transaction)
}

const everyMs = 2_000
const batch = 10
/** Seconds until the next try: doubled with each, an hour at most. */
const firstPause = 10
const longestPause = 3_600

/**
 * Sends mail out of the outbox until it is confirmed. Several processes share the work: a row that one is sending is
 * passed over by the others. A mail may arrive twice when the process dies between sending and noting it, never zero
 * times.
 */
export function startMailOutbox(database: Database, send: SendMail, log: Logger): { close(): Promise<void> } {
  let round: Promise<void> | undefined
  const run = async () => {
    try {
      while ((await sendBatch(database, send, log)) === batch);
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be read')
    }
  }
  const timer = setInterval(() => {
    round ??= run().finally(() => {
      round = undefined
    })
  }, everyMs)
  return {
    async close() {
      clearInterval(timer)
      await round
    },
  }
}

/** Tries the mails that are due, and returns how many there were. */
export async function sendBatch(database: Database, send: SendMail, log: Logger): Promise<number> {
  // Claimed by moving the next try away, and committed: no transaction stays open while a mail server thinks.
  const { rows } = await sql<{ id: string; data: Mail; attempts: number }>`
    UPDATE outbox SET attempts = attempts + 1,
      due_at = now() + make_interval(secs => least(${longestPause}, ${firstPause} * power(2, least(attempts, 20))))
    WHERE id IN (
      SELECT id FROM outbox WHERE channel = 'mail' AND done_at IS NULL AND due_at <= now()
      ORDER BY due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, data, attempts
  `.execute(database.sql)
  for (const { id, data, attempts } of rows) {
    try {
      await send(data)
      await sql`UPDATE outbox SET done_at = now(), last_error = NULL WHERE id = ${id}`.execute(database.sql)
    } catch (error) {
      log.warn({ err: error, outbox: id, attempts }, 'a mail was not taken; it is tried again')
      const reason = error instanceof Error ? error.message : String(error)
      await sql`UPDATE outbox SET last_error = ${reason.slice(0, 500)} WHERE id = ${id}`.execute(database.sql)
    }
  }
  return rows.length
}
