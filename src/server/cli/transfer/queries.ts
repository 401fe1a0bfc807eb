import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { noPassword } from '../../domains/accounts/users/foreign-hash.ts'
import { readIdentityHashKey } from '../../domains/matches/ledger/queries/anonymization.ts'
import { currentUntil } from '../../domains/moderation/punishments/queries.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { RecordKind } from './format.ts'

/** Names this site as a source, from the key that its database got when it was made. A backup has the same. */
export async function sourceOfSite(executor: Executor): Promise<string> {
  const digest = createHmac('sha256', await readIdentityHashKey(executor))
    .update('export')
    .digest('hex')
  return `site-${digest.slice(0, 16)}`
}

/** Until the transaction ends, no other import writes. */
export const lockImports = (transaction: Executor) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('vulx: imports', 0))`.execute(transaction)

/** Runs `work`; what it wrote is undone when it throws, and the transaction goes on. */
export async function withSavepoint<T>(transaction: Executor, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT record`.execute(transaction)
  try {
    const result = await work()
    await sql`RELEASE SAVEPOINT record`.execute(transaction)
    return result
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT record`.execute(transaction)
    // It would hide one of the same name around it.
    await sql`RELEASE SAVEPOINT record`.execute(transaction)
    throw error
  }
}

/** What became of a record. */
export interface Brought {
  /** The account of a member; null once it is deleted. */
  readonly userId: number | null
  readonly path: string | null
}

export async function findBrought(
  executor: Executor,
  {
    source,
    kind,
    ids,
  }: { readonly source: string; readonly kind: RecordKind; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, Brought>> {
  const { rows } = await sql<Brought & { id: string }>`
    SELECT source_id AS id, user_id AS "userId", path FROM imported_records
    WHERE source = ${source} AND kind = ${kind} AND source_id = ANY(${[...ids]}::text[])
  `.execute(executor)
  return new Map(rows.map(({ id, ...brought }) => [id, brought]))
}

export async function insertBrought(
  transaction: Executor,
  { source, kind, id, userId, path }: Brought & { source: string; kind: RecordKind; id: string },
): Promise<void> {
  await transaction
    .insertInto('imported_records')
    .values({ source, kind, source_id: id, user_id: userId, path })
    .execute()
}

/** Counts what no entry of the audit log counts yet, by kind; from then on one does. */
export async function takeNotAudited(
  transaction: Executor,
  source: string,
): Promise<Readonly<Partial<Record<RecordKind, number>>>> {
  const { rows } = await sql<{ kind: RecordKind; count: number }>`
    WITH taken AS (
      UPDATE imported_records SET is_audited = true WHERE source = ${source} AND NOT is_audited RETURNING kind
    )
    SELECT kind, count(*)::int AS count FROM taken GROUP BY kind
  `.execute(transaction)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Also by a deleted account that can be restored. */
export async function isUsernameTaken(executor: Executor, username: string): Promise<boolean> {
  const name = username.toLowerCase()
  const { rows } = await sql`
    SELECT FROM users WHERE lower(username) = ${name}
    UNION ALL SELECT FROM pending_deletions WHERE lower(username) = ${name}
  `.execute(executor)
  return rows.length > 0
}

export async function isAddressOfMember(executor: Executor, email: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE lower(email) = ${email.toLowerCase()} AND username IS NOT NULL LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** Sets what an imported member has that a new one has not. */
export async function completeMember(
  transaction: Executor,
  id: number,
  { rank, joined }: { readonly rank: Rank; readonly joined: string | null },
): Promise<void> {
  await sql`
    UPDATE users SET rank = ${rank}, created_at = coalesce(${joined}::timestamptz, created_at) WHERE id = ${id}
  `.execute(transaction)
}

/** Which of these addresses another news item has. */
export async function takenSlugs(executor: Executor, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ slug: string }>`
    SELECT slug FROM news WHERE slug = ANY(${[...slugs]}::text[])
  `.execute(executor)
  return new Set(rows.map(({ slug }) => slug))
}

/** The lists of news are in this order, and a draft is as old as it is. */
export async function dateNews(transaction: Executor, id: number, at: string): Promise<void> {
  await sql`UPDATE news SET created_at = ${at} WHERE id = ${id}`.execute(transaction)
}

interface ImportedRestriction {
  readonly userId: number
  readonly reason: string
  readonly by: number | null
  readonly at: string
  readonly until: string | null
  readonly endedAt: string | null
}

/**
 * Stores when a member was restricted on another site. One in force replaces a shorter one; false where one is in force for
 * as long or longer.
 */
export async function insertImportedRestriction(
  transaction: Executor,
  { userId, reason, by, at, until, endedAt }: ImportedRestriction,
): Promise<boolean> {
  if (endedAt === null) {
    const { rows: longer } = await sql`
      SELECT FROM restrictions WHERE user_id = ${userId} AND lifted_at IS NULL
        AND coalesce(until, 'infinity') > now()
        AND coalesce(until, 'infinity') >= coalesce(${until}::timestamptz, 'infinity')
    `.execute(transaction)
    if (longer.length > 0) return false
    await sql`
      UPDATE restrictions SET lifted_at = least(until, now()) WHERE user_id = ${userId} AND lifted_at IS NULL
    `.execute(transaction)
  }
  await sql`
    INSERT INTO restrictions (user_id, reason, until, created_by, created_at, lifted_at)
    VALUES (${userId}, ${reason}, ${until}, ${by}, ${at}, ${endedAt})
  `.execute(transaction)
  return true
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Rows of an export, each a record as JSON, in the order of `cursor`. */
interface ExportedRow {
  readonly cursor: string
  readonly record: Readonly<Record<string, unknown>>
}

type ExportPage = (executor: Executor, after: string, limit: number) => Promise<ExportedRow[]>

const pageOf =
  (select: (after: string) => ReturnType<typeof sql<ExportedRow>>): ExportPage =>
  async (executor, after, limit) =>
    (await sql<ExportedRow>`${select(after)} LIMIT ${limit}`.execute(executor)).rows

export const exportedMembers = pageOf(
  (after) => sql<ExportedRow>`
    SELECT users.id::text AS cursor, json_strip_nulls(json_build_object('kind', 'member', 'id', users.id::text,
      'name', username, 'email', users.email,
      'emailConfirmed', CASE WHEN users.email IS NOT NULL THEN verified_emails.user_id IS NOT NULL END,
      'passwordHash', nullif(password_hash, ${noPassword}), 'joined', ${iso('users.created_at')},
      'rank', nullif(rank, 'Member'),
      'xuid', (SELECT min(value) FROM game_identities WHERE user_id = users.id AND kind = 'xuid'
        AND forgotten_at IS NULL AND linked_at IS NOT NULL),
      'gamertag', CASE WHEN linked_at IS NOT NULL THEN gamertag END, 'language', users.language)) AS record
    FROM users LEFT JOIN verified_emails ON verified_emails.user_id = users.id AND verified_emails.email = users.email
    WHERE username IS NOT NULL AND users.id > ${after || '0'}::int ORDER BY users.id`,
)

export const exportedNews = pageOf(
  (after) => sql<ExportedRow>`
    SELECT news.id::text AS cursor, json_strip_nulls(json_build_object('kind', 'news', 'id', news.id::text,
      'title', title, 'slug', slug, 'summary', summary, 'markdown', markdown,
      'publishedAt', ${iso('published_at')}, 'author', author_id::text,
      'words', (SELECT json_object_agg(tag, texts - 'html') FROM jsonb_each(words) AS said (tag, texts)))) AS record
    FROM news WHERE news.id > ${after || '0'}::int ORDER BY news.id`,
)

export const exportedPunishments = pageOf(
  (after) => sql<ExportedRow>`
    SELECT punishments.id::text AS cursor, json_strip_nulls(json_build_object('kind', 'punishment',
      'id', punishments.id::text, 'type', punishments.kind,
      'member', CASE WHEN username IS NOT NULL THEN users.id::text END, 'xuid', identity.value,
      'gamertag', users.gamertag, 'reason', punishments.reason,
      'by', by_name, 'byMember', made_by::text, 'at', ${iso('punishments.at')},
      'until', to_char(${currentUntil} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'liftedAt', ${iso('lift.at')}, 'liftReason', lift.reason)) AS record
    FROM punishments
    JOIN game_identities AS identity ON identity.id = identity_id AND identity.kind = 'xuid' AND forgotten_at IS NULL
    JOIN users ON users.id = identity.user_id
    LEFT JOIN LATERAL (SELECT change.at, change.reason FROM punishment_changes AS change
      WHERE change.punishment_id = punishments.id AND change.kind = 'lift'
        AND NOT EXISTS (SELECT FROM punishment_changes AS undone WHERE undone.restores = change.id)
      ORDER BY change.id LIMIT 1) AS lift ON true
    WHERE punishments.id > ${after || '00000000-0000-0000-0000-000000000000'}::uuid ORDER BY punishments.id`,
)

export const exportedRestrictions = pageOf(
  (after) => sql<ExportedRow>`
    SELECT restrictions.id::text AS cursor, json_strip_nulls(json_build_object('kind', 'punishment',
      'id', 'restriction ' || restrictions.id, 'type', 'restriction', 'member', user_id::text, 'reason', reason,
      'byMember', created_by::text, 'at', ${iso('restrictions.created_at')}, 'until', ${iso('until')},
      'liftedAt', ${iso('lifted_at')})) AS record
    FROM restrictions JOIN users ON users.id = user_id AND username IS NOT NULL
    WHERE restrictions.id > ${after || '0'}::int ORDER BY restrictions.id`,
)

/** Punishments of players whom no XUID names, which the format cannot say. */
export async function countPunishmentsWithoutXuid(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM punishments JOIN game_identities ON game_identities.id = identity_id
    WHERE game_identities.kind <> 'xuid' OR forgotten_at IS NOT NULL
  `.execute(executor)
  return rows[0]!.count
}
