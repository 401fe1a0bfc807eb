import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'

/** Where a redirect leads: a path of this site, or the page of a member. */
export type RedirectTarget = { readonly target: string } | { readonly userId: number }

const place = sql<string>`coalesce(target, '/player/' || user_id)`

/** The target of the first of these paths that has one. */
export async function findTarget(executor: Executor, paths: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ target: string }>`
    SELECT ${place} AS target FROM redirects WHERE path = ANY(${[...paths]}::text[])
    ORDER BY array_position(${[...paths]}::text[], path) LIMIT 1
  `.execute(executor)
  return rows[0]?.target
}

export async function countRedirects(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM redirects`.execute(
    executor,
  )
  return rows[0]!.count
}

/** False when the path leads somewhere already. */
export async function insertRedirect(
  transaction: Executor,
  path: string,
  to: RedirectTarget,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO redirects (path, target, user_id)
    VALUES (${path}, ${'target' in to ? to.target : null}, ${'userId' in to ? to.userId : null})
    ON CONFLICT (path) DO NOTHING
  `.execute(transaction)
  return numAffectedRows === 1n
}

export interface StoredRedirect {
  readonly path: string
  readonly target: string | null
  readonly userId: number | null
}

/** In the order of their paths, after `after`. */
export async function listRedirects(
  executor: Executor,
  after: string,
  limit: number,
): Promise<StoredRedirect[]> {
  const { rows } = await sql<StoredRedirect>`
    SELECT path, target, user_id AS "userId" FROM redirects
    WHERE path > ${after} ORDER BY path LIMIT ${limit}
  `.execute(executor)
  return rows
}
