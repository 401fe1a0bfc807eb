import { sql } from 'kysely'
import type { DiscordKind } from '../../../../../contract/network/discord-messages.ts'
import type { Database, Executor } from '../../../../platform/database.ts'
import { readWaiting, type Waiting } from '../../../../platform/waiting.ts'
import type { QueuedMessage } from '../webhook-body.ts'

type ClaimedMessage = QueuedMessage & { readonly id: number; readonly attempts: number }

/** Seconds until the next attempt, doubled each time up to one hour. */
const firstPause = 10
const longestPause = 3_600

/**
 * Claims the oldest due message of a kind by moving its next attempt, and commits, so that no transaction is open while
 * Discord responds. Several processes claim different ones.
 */
export async function claimMessage(
  executor: Executor,
  kind: DiscordKind,
): Promise<ClaimedMessage | undefined> {
  const { rows } = await sql<ClaimedMessage>`
    UPDATE discord_messages SET attempts = attempts + 1,
      due_at = now() + make_interval(secs => least(${longestPause}, ${firstPause} * power(2, attempts)))
    WHERE id = (
      SELECT id FROM discord_messages
      WHERE kind = ${kind} AND sent_at IS NULL AND failed_at IS NULL AND due_at <= now()
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, title, text, link, attempts, created_at AS "createdAt"
  `.execute(executor)
  return rows[0]
}

export async function markSent(executor: Executor, id: number): Promise<void> {
  await sql`UPDATE discord_messages SET sent_at = now(), last_error = NULL WHERE id = ${id}`.execute(executor)
}

/** Notes why an attempt failed; with `isFinal` there is no other. */
export async function noteFailure(
  executor: Executor,
  { id, reason, isFinal }: { readonly id: number; readonly reason: string; readonly isFinal: boolean },
): Promise<void> {
  await sql`
    UPDATE discord_messages SET last_error = ${reason.slice(0, 200)}, failed_at = CASE WHEN ${isFinal} THEN now() END
    WHERE id = ${id}
  `.execute(executor)
}

/** Lets the whole kind wait, since a rate limit is the webhook's. The refused attempt does not count. */
export async function postponeKind(
  executor: Executor,
  { kind, id, ms }: { readonly kind: DiscordKind; readonly id: number; readonly ms: number },
): Promise<void> {
  await sql`
    UPDATE discord_messages SET attempts = CASE WHEN id = ${id} THEN attempts - 1 ELSE attempts END,
      due_at = CASE WHEN id = ${id} THEN paused.until ELSE greatest(due_at, paused.until) END
    FROM (SELECT now() + make_interval(secs => ${ms / 1_000}) AS until) AS paused
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
