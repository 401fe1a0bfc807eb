import { sql } from 'kysely'
import { ownPageLimits } from '../../../../contract/content/own-pages.ts'
import {
  isMadeByStaff,
  maxRevisions,
  previewMinutes,
  type SettingScope,
} from '../../../../contract/content/settings.ts'
import type { SettingRevision } from '../../../../contract/content/settings-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

interface RevisionRow {
  id: number
  scope: string
  value: unknown
  by: string | null
  at: Date
}

const revisionOf = ({ id, value, by, at }: RevisionRow): SettingRevision => ({
  revision: id,
  value,
  by,
  at: at.toISOString(),
})

/** Stores a question that only this site can answer, for a minute. */
export async function insertAddressCheck(
  executor: Executor,
  { question, answer }: { readonly question: string; readonly answer: string },
): Promise<void> {
  await sql`DELETE FROM address_checks WHERE asked_at < now() - interval '1 minute'`.execute(executor)
  await executor.insertInto('address_checks').values({ question, answer }).execute()
}

export async function findAddressAnswer(executor: Executor, question: string): Promise<string | undefined> {
  const { rows: found } = await sql<{ answer: string }>`
    SELECT answer FROM address_checks WHERE question = ${question} AND asked_at >= now() - interval '1 minute'
  `.execute(executor)
  return found[0]?.answer
}

const rows = (executor: Executor) =>
  executor
    .selectFrom('settings_revisions')
    .leftJoin('users', 'users.id', 'settings_revisions.by')
    .select(['settings_revisions.id', 'scope', 'value', 'users.shown_name as by', 'at'])

/** The newest revision of each scope. What staff made and deleted has none. */
export async function currentRevisions(executor: Executor): Promise<Map<string, SettingRevision>> {
  const found = await rows(executor)
    .distinctOn('scope')
    .orderBy('scope')
    .orderBy('settings_revisions.id', 'desc')
    .execute()
  const isDeleted = ({ scope, value }: RevisionRow) => isMadeByStaff(scope) && value === null
  return new Map(found.filter((row) => !isDeleted(row)).map((row) => [row.scope, revisionOf(row)]))
}

export interface NewestRevision extends Pick<SettingRevision, 'revision' | 'by' | 'at'> {
  readonly scope: string
}

/** The newest revision of each scope without its value, those of deleted pages too. */
export async function listNewestRevisions(executor: Executor): Promise<NewestRevision[]> {
  const { rows } = await sql<{ id: number; scope: string; by: string | null; at: Date }>`
    SELECT revision.id, scope, users.shown_name AS by, at
    FROM (SELECT max(id) AS id FROM settings_revisions GROUP BY scope) AS newest
    JOIN settings_revisions AS revision ON revision.id = newest.id
    LEFT JOIN users ON users.id = revision.by
  `.execute(executor)
  return rows.map(({ id, scope, by, at }) => ({ revision: id, scope, by, at: at.toISOString() }))
}

/** Values of revisions, by id. */
export async function readValues(executor: Executor, ids: readonly number[]): Promise<Map<number, unknown>> {
  if (ids.length === 0) return new Map()
  const found = await executor
    .selectFrom('settings_revisions')
    .select(['id', 'value'])
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, value }) => [id, value]))
}

/** Until the transaction ends, nobody else changes a setting. */
export const lockRevisions = (transaction: Executor) =>
  sql`LOCK TABLE settings_revisions IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)

/** What a first revision replaces: nothing, or the deletion of a page. */
export async function baseOfNew(executor: Executor, scope: SettingScope): Promise<number> {
  const newest = await executor
    .selectFrom('settings_revisions')
    .select(['id', 'value'])
    .where('scope', '=', scope)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.value === null ? newest.id : 0
}

/** Deletes what was stored of pages that were deleted long ago, in all languages. */
export const sweepDeletedPages = (executor: Executor) =>
  sql`
    DELETE FROM settings_revisions WHERE split_part(scope, '@', 1) IN (
      SELECT scope FROM (
        SELECT DISTINCT ON (scope) scope, value, at FROM settings_revisions
        WHERE scope LIKE 'page.%' AND scope NOT LIKE '%@%' ORDER BY scope, id DESC
      ) AS newest
      WHERE value IS NULL AND at < now() - make_interval(days => ${ownPageLimits.deletedDays})
    )
  `.execute(executor)

/** Newest first. */
export const listRevisions = async (executor: Executor, scope: SettingScope): Promise<SettingRevision[]> =>
  (
    await rows(executor)
      .where('scope', '=', scope)
      .orderBy('settings_revisions.id', 'desc')
      .limit(maxRevisions)
      .execute()
  ).map(revisionOf)

interface NewRevision {
  readonly scope: SettingScope
  /** Null: back to what was shipped. */
  readonly value: unknown
  /** The revision that it replaces; 0: the first. */
  readonly base: number
  /** Null: the command line. */
  readonly by: number | null
  /** Now, unless it was written elsewhere before. */
  readonly at?: string | undefined
}

/** Returns its id; undefined when another one than `base` is the newest. Deletes the oldest above the limit. */
export async function insertRevision(executor: Executor, revision: NewRevision): Promise<number | undefined> {
  const { scope, value, base, by, at = null } = revision
  const { rows } = await sql<{ id: number }>`
    INSERT INTO settings_revisions (scope, value, base, by, at)
    SELECT ${scope}, ${value === null ? null : JSON.stringify(value)}::json, ${base}, ${by},
      coalesce(${at}::timestamptz, now())
    WHERE ${base} = coalesce((SELECT max(id) FROM settings_revisions WHERE scope = ${scope}), 0)
    ON CONFLICT (scope, base) DO NOTHING
    RETURNING id
  `.execute(executor)
  await sql`
    DELETE FROM settings_revisions WHERE scope = ${scope} AND id <= (
      SELECT id FROM settings_revisions WHERE scope = ${scope} ORDER BY id DESC OFFSET ${maxRevisions} LIMIT 1
    )
  `.execute(executor)
  return rows[0]?.id
}

/** Previews that a browser has at once; further ones end the oldest. */
const previewsPerSession = 20

interface NewPreview {
  readonly tokenHash: Buffer
  readonly sessionId: number
  readonly scope: SettingScope
  readonly value: unknown
}

/** Returns when it expires. */
export async function insertPreview(executor: Executor, preview: NewPreview): Promise<Date> {
  const { tokenHash, sessionId, scope, value } = preview
  await sql`
    DELETE FROM setting_previews WHERE token_hash IN (
      SELECT token_hash FROM setting_previews WHERE session_id = ${sessionId}
      ORDER BY expires_at DESC OFFSET ${previewsPerSession - 1}
    )
  `.execute(executor)
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO setting_previews (token_hash, session_id, scope, value, expires_at)
    VALUES (${tokenHash}, ${sessionId}, ${scope}, ${JSON.stringify(value)}::json,
      now() + make_interval(mins => ${previewMinutes}))
    RETURNING expires_at
  `.execute(executor)
  return rows[0]!.expires_at
}

/** Undefined when it expired or is another browser's. */
export async function findPreview(
  executor: Executor,
  tokenHash: Buffer,
  sessionId: number,
): Promise<{ readonly scope: string; readonly value: unknown } | undefined> {
  return executor
    .selectFrom('setting_previews')
    .select(['scope', 'value'])
    .where('token_hash', '=', tokenHash)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export const sweepPreviews = (executor: Executor) =>
  sql`DELETE FROM setting_previews WHERE expires_at <= now()`.execute(executor)
