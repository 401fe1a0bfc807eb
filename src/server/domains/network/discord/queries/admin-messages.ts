import { sql } from 'kysely'
import type { SentMessage } from '../../../../../contract/network/discord-admin-schemas.ts'
import type { DiscordKind } from '../../../../../contract/network/discord-messages.ts'
import { accountsBehindReader } from '../../../../platform/conflicts.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import type { Say } from '../../../../platform/languages/say.ts'
import { readSaid, type Said } from '../../../../platform/languages/stored-text.ts'

const shownMessages = 50

/** Whether a reader may know of a message: it concerns nobody who could have acted through them. */
const isAboutOthers = (readerId: number) => sql`NOT concerns && ${accountsBehindReader(readerId)}`

/** Messages that are neither sent nor given up, by kind. */
export async function countWaiting(
  executor: Executor,
  readerId: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; waiting: number }>`
    SELECT kind, count(*)::int AS waiting FROM discord_messages
    WHERE sent_at IS NULL AND failed_at IS NULL AND ${isAboutOthers(readerId)} GROUP BY kind
  `.execute(executor)
  return new Map(rows.map(({ kind, waiting }) => [kind, waiting]))
}

/** Newest first. */
export async function listMessages(executor: Executor, readerId: number, say: Say): Promise<SentMessage[]> {
  const { rows } = await sql<
    Omit<SentMessage, 'createdAt' | 'endedAt'> & { createdAt: Date; endedAt: Date | null; said: Said | null }
  >`
    SELECT id, kind, title, said, link, attempts::int, created_at AS "createdAt", coalesce(sent_at, failed_at) AS "endedAt",
      CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END AS state,
      last_error AS error
    FROM discord_messages WHERE ${isAboutOthers(readerId)} ORDER BY id DESC LIMIT ${shownMessages}
  `.execute(executor)
  return rows.map(({ said, title, ...row }) => ({
    ...row,
    title: say(readSaid(said?.title, title)),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
}

export async function lockMessage(
  transaction: Executor,
  id: number,
  readerId: number,
): Promise<{ kind: DiscordKind; hasFailed: boolean } | undefined> {
  const { rows } = await sql<{ kind: DiscordKind; hasFailed: boolean }>`
    SELECT kind, failed_at IS NOT NULL AS "hasFailed" FROM discord_messages
    WHERE id = ${id} AND ${isAboutOthers(readerId)} FOR UPDATE
  `.execute(transaction)
  return rows[0]
}

/** Lets a message that failed wait again, with all its attempts. */
export async function queueAgain(transaction: Executor, id: number): Promise<void> {
  await sql`UPDATE discord_messages SET failed_at = NULL, attempts = 0, due_at = now() WHERE id = ${id}`.execute(
    transaction,
  )
}
