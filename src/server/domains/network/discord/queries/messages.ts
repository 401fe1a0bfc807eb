import { sql } from 'kysely'
import type { DiscordKind } from '../../../../../contract/network/discord-messages.ts'
import type { Database, Executor } from '../../../../platform/database/database.ts'
import {
  type Claimed,
  dueRows,
  inSeconds,
  isDue,
  nextAttempt,
  type Queue,
} from '../../../../platform/jobs/queue.ts'
import { readWaiting, type Waiting } from '../../../../platform/jobs/waiting.ts'
import type { Said } from '../../../../platform/languages/stored-text.ts'
import type { QueuedMessage } from '../webhook-body.ts'

type ClaimedMessage = QueuedMessage & Claimed & { readonly id: number; readonly said: Said | null }

/** The messages of a kind, the oldest first. A rate limit is the webhook's: the whole kind waits. */
const isUnsent = sql`sent_at IS NULL AND failed_at IS NULL`

export const areMessagesDue = (kinds: readonly DiscordKind[]) =>
  isDue('discord_messages', sql`kind = ANY (${kinds}::text[]) AND ${isUnsent}`)

export const messageQueue = (kind: DiscordKind): Queue<ClaimedMessage> => ({
  name: `messages to Discord, ${kind}`,
  // About six hours after the first attempt: 10 s, 20 s, … and then every hour.
  maxAttempts: 13,
  // Old news, however long Discord asked for pauses.
  maxDays: 3,
  async claim(executor, { limit, leaseSeconds }) {
    const { rows } = await sql<ClaimedMessage>`
      WITH due AS MATERIALIZED (
        ${dueRows('discord_messages', sql`id`, { where: sql`kind = ${kind} AND ${isUnsent}`, orderBy: sql`id`, limit })}
      )
      UPDATE discord_messages AS message SET attempts = attempts + 1, due_at = ${inSeconds(leaseSeconds)}
      FROM due WHERE message.id = due.id
      RETURNING message.id, title, text, said, link, attempts, created_at AS "createdAt", created_at AS "queuedAt"
    `.execute(executor)
    return { items: rows, due: rows.length }
  },
  async end(executor, { id }, refusal) {
    await (refusal === undefined
      ? sql`UPDATE discord_messages SET sent_at = now(), last_error = NULL WHERE id = ${id}`
      : sql`UPDATE discord_messages SET failed_at = now(), last_error = left(${refusal}, 200) WHERE id = ${id}`
    ).execute(executor)
  },
  async postpone(executor, { id, attempts }, reason, retryAfter) {
    await sql`
      UPDATE discord_messages SET last_error = ${reason.slice(0, 200)}, due_at = ${nextAttempt(attempts)}
      WHERE id = ${id} AND attempts = ${attempts} AND sent_at IS NULL AND failed_at IS NULL
    `.execute(executor)
    if (retryAfter !== undefined) await postponeKind(executor, { kind, id, seconds: retryAfter })
  },
})

/** The refused attempt does not count. */
async function postponeKind(
  executor: Executor,
  { kind, id, seconds }: { readonly kind: DiscordKind; readonly id: number; readonly seconds: number },
): Promise<void> {
  await sql`
    UPDATE discord_messages SET attempts = CASE WHEN id = ${id} THEN attempts - 1 ELSE attempts END,
      due_at = CASE WHEN id = ${id} THEN paused.until ELSE greatest(due_at, paused.until) END
    FROM (SELECT ${inSeconds(seconds)} AS until) AS paused
    WHERE kind = ${kind} AND sent_at IS NULL AND failed_at IS NULL
  `.execute(executor)
}

/** `kinds`: those with a webhook; others are not posted. */
export const readWaitingMessages = (executor: Executor, kinds: readonly DiscordKind[]): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT created_at AS since FROM discord_messages
      WHERE kind = ANY (${[...kinds]}::text[]) AND sent_at IS NULL AND failed_at IS NULL ORDER BY id`,
  )

/** Deletes what ended 30 days ago, and what waits for that long because its webhook is gone from the configuration. */
export async function sweepDiscordMessages({ sql: executor }: Pick<Database, 'sql'>): Promise<void> {
  await sql`DELETE FROM discord_messages WHERE coalesce(sent_at, failed_at, created_at) < now() - interval '30 days'`.execute(
    executor,
  )
}
