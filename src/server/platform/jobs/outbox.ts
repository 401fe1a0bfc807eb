import { sql } from 'kysely'
import type { Message } from '../../../contract/languages.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Mail, SendMail } from '../../gateways/mail.ts'
import type { Database, Executor } from '../database/database.ts'
import { englishOf, saidColumn } from '../languages/stored-text.ts'
import type { Logger } from '../logs/logger.ts'
import { type Job, whileFull } from './jobs.ts'
import { type Claimed, dueRows, inSeconds, isDue, nextAttempt, type Queue, workOff } from './queue.ts'
import { readWaiting } from './waiting.ts'

/** A mail about a change, sent only if the change is committed. */
export interface OutboxItem {
  readonly channel: 'mail'
  readonly type: 'mail'
  readonly data: Mail
}

/** A mail that is composed when it is sent, so that its link is never stored in the outbox. */
export interface MailRequest {
  readonly channel: 'mail'
  /** Key in `MailTemplates`. */
  readonly type: string
  readonly data: object
}

export interface QueuedMail {
  readonly data: unknown
  readonly orderedAt: Date
  /** False when an earlier attempt failed. */
  readonly isFirstTry: boolean
}

/** Composers of requested mails by type. They return undefined when there is nothing to send. */
export type MailTemplates = Readonly<Record<string, (order: QueuedMail) => Promise<Mail | undefined>>>

/** Call it in the transaction of the change. Returns the id of the queued mail. */
export async function enqueue(transaction: Executor, item: OutboxItem | MailRequest): Promise<string> {
  const { id } = await transaction
    .insertInto('outbox')
    .values({ channel: item.channel, type: item.type, data: JSON.stringify(item.data) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Queues an item about a player for every game server, once per identity. Call it in the transaction of the change. A
 * member without identities queues nothing. An item with an end is not sent after it.
 */
export async function queueForGameServers(
  transaction: Executor,
  userId: number,
  type: 'rank' | 'message' | 'punish' | 'pardon',
  data: Readonly<Record<string, string>>,
  { exceptServer, expiresInHours }: { readonly exceptServer?: number; readonly expiresInHours?: number } = {},
): Promise<void> {
  // A rank by the clock: whose transaction waited longest for a lock comes last, as it is stored. The others bear the
  // time of their transaction, by which an undo finds them.
  const createdAt = type === 'rank' ? sql`clock_timestamp()` : sql`now()`
  await sql`
    INSERT INTO outbox (channel, type, created_at, data, server_id, expires_at)
    SELECT 'game', ${type}, ${createdAt}, jsonb_build_object(kind, value) || ${JSON.stringify(data)}::jsonb, game_servers.id,
      now() + make_interval(hours => ${expiresInHours ?? null}::int)
    FROM game_identities CROSS JOIN game_servers
    WHERE user_id = ${userId} AND revoked_at IS NULL AND game_servers.id IS DISTINCT FROM ${exceptServer ?? null}::int
  `.execute(transaction)
}

/** Queues a chat line. It is rendered in the player's language when a game server fetches it. */
export const queueMessage = (transaction: Executor, userId: number, text: Message): Promise<void> =>
  queueForGameServers(transaction, userId, 'message', {
    text: englishOf(text),
    said: saidColumn({ text })!,
  })

/** Number and age of unconfirmed items per channel, without those of revoked keys. */
export async function readOutboxDepth(
  database: Pick<Database, 'sql'>,
): Promise<{ readonly channel: string; readonly count: number; readonly age: number }[]> {
  const { rows } = await sql<{ channel: string; count: number; age: number }>`
    SELECT channel, count(id)::int AS count,
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age
    FROM (VALUES ('mail'), ('game')) AS channels (channel)
      LEFT JOIN (
        SELECT id, channel, created_at FROM outbox
        WHERE done_at IS NULL AND (expires_at IS NULL OR expires_at > now())
          AND NOT EXISTS (SELECT FROM game_servers WHERE game_servers.id = server_id AND revoked_at IS NOT NULL)
      ) AS waiting USING (channel)
    GROUP BY channel
  `.execute(database.sql)
  return rows
}

const batch = 10

/**
 * Sends queued mail; several processes skip each other's rows. A mail is delivered at least once: twice if the process
 * dies between sending and recording it.
 */
export const mailJob = (
  { config, database, gateways, log }: Pick<Context, 'config' | 'database' | 'gateways' | 'log'>,
  mails: MailTemplates = {},
): Job =>
  whileMailIsSetUp(config, {
    name: 'mails',
    everyMs: 2_000,
    due: () => isDue('outbox', isUnsentMail),
    // A mail server may take 20 s; another process tries that mail again.
    goodbyeMs: 2_000,
    work: (stopping) => whileFull(stopping, batch, () => sendBatch(database, gateways.mail, log, mails)),
    waits: () =>
      readWaiting(
        database.sql,
        sql`SELECT created_at AS since FROM outbox WHERE channel = 'mail' AND done_at IS NULL ORDER BY due_at`,
      ),
  })

/** A job that does nothing, and reports nothing that waits, while no mail server is set up. */
export const whileMailIsSetUp = (
  config: Pick<Config, 'smtpUrl'>,
  { work, waits, due, ...job }: Job,
): Job => ({
  ...job,
  ...(due !== undefined && { due: () => (config.smtpUrl === undefined ? sql`false` : due()) }),
  work: async (stopping) => (config.smtpUrl === undefined ? undefined : work(stopping)),
  ...(waits !== undefined && {
    waits: async () => (config.smtpUrl === undefined ? { count: 0, since: null } : waits()),
  }),
})

/** Sends mails that are due, at most ten, one after the other, and returns how many there were. */
export async function sendBatch(
  database: Pick<Database, 'sql'>,
  send: SendMail,
  log: Logger,
  mails: MailTemplates = {},
): Promise<number> {
  for (let count = 0; count < batch; count += 1) {
    const { due } = await workOff({ database, log }, mailQueue, async (row) => {
      const mail = await mailOf(row, mails)
      if (mail !== undefined) await send(mail)
    })
    if (due === 0) return count
  }
  return batch
}

interface ClaimedMail extends Claimed {
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly created_at: Date
}

const isUnsentMail = sql`channel = 'mail' AND done_at IS NULL`

const mailQueue: Queue<ClaimedMail> = {
  name: 'mails',
  // Five days, which RFC 5321 (4.5.4.1) calls the least that a sender should try.
  maxAttempts: 128,
  async claim(executor, { limit, leaseSeconds }) {
    const { rows } = await sql<ClaimedMail>`
      WITH due AS MATERIALIZED (
        ${dueRows('outbox', sql`id`, { where: isUnsentMail, orderBy: sql`due_at, id`, limit })}
      )
      UPDATE outbox SET attempts = attempts + 1, due_at = ${inSeconds(leaseSeconds)} FROM due WHERE outbox.id = due.id
      RETURNING outbox.id, type, data, attempts, created_at
    `.execute(executor)
    return { items: rows, due: rows.length }
  },
  // Done with an error: it did not arrive (note_undelivered_answer).
  async end(executor, { id }, refusal) {
    await sql`
      UPDATE outbox SET done_at = now(), last_error = left(${refusal ?? null}::text, 500) WHERE id = ${id}
    `.execute(executor)
  },
  async postpone(executor, { id, attempts }, reason) {
    await sql`
      UPDATE outbox SET last_error = ${reason.slice(0, 500)}, due_at = ${nextAttempt(attempts)}
      WHERE id = ${id} AND attempts = ${attempts} AND done_at IS NULL
    `.execute(executor)
  },
}

async function mailOf(row: ClaimedMail, mails: MailTemplates): Promise<Mail | undefined> {
  if (row.type === 'mail') return row.data as Mail
  // Requested by another release, which sends it, or this one after an update.
  if (!Object.hasOwn(mails, row.type)) throw new Error(`there is no template for mails of type ${row.type}`)
  const { data, created_at: orderedAt, attempts } = row
  return mails[row.type]?.({ data, orderedAt, isFirstTry: attempts === 1 })
}

/** Deletes completed requests at once, because they contain user input; sent mails after 30 days. */
export async function sweepOutbox({ sql: executor }: Database): Promise<void> {
  await sql`
    DELETE FROM outbox WHERE channel = 'mail' AND done_at IS NOT NULL
      AND (type <> 'mail' OR done_at < now() - interval '30 days')
  `.execute(executor)
}
