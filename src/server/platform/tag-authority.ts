import { sql } from 'kysely'
import type { Executor } from './database/database.ts'

export interface TagAuthority {
  readonly name: string
  /** A day of UTC, as `2026-11-26`. */
  readonly since: string
}

async function find(executor: Executor): Promise<TagAuthority | undefined> {
  const { rows } = await sql<TagAuthority>`SELECT name, since::text AS since FROM tag_authority`.execute(
    executor,
  )
  return rows[0]
}

/** Host name as a DNS name: without the brackets and colons of an IPv6 address. */
const nameOf = (publicUrl: string) =>
  new URL(publicUrl).hostname.replace(/[^a-z0-9.-]|\.$/g, '') || 'localhost'

/**
 * What lasting ids are made with (RFC 4151). The first call stores the site's host name and the day; they stay when
 * `publicUrl` changes.
 */
export async function findTagAuthority(executor: Executor, publicUrl: string): Promise<TagAuthority> {
  const known = await find(executor)
  if (known !== undefined) return known
  // Without effect where another process was faster.
  await sql`INSERT INTO tag_authority (name) VALUES (${nameOf(publicUrl)}) ON CONFLICT DO NOTHING`.execute(
    executor,
  )
  const stored = await find(executor)
  if (stored === undefined) throw new Error('the tag authority is missing after it was written')
  return stored
}
