import { sql } from 'kysely'
import { expect } from 'vitest'
import { type ShippedRank, shippedRanks } from '../../contract/accounts/ranks.ts'
import { bySize } from './size.ts'
import type { TestApp, TestBrowser } from './test-app.ts'

/** Who calls: a visitor, or a member with a rank. */
export type Caller = 'visitor' | ShippedRank

interface Cell {
  readonly row: string
  readonly caller: string
  readonly status: number
}

/** Whether a cell lies on a border: the status beside it differs. Of a row with one status, the last cell. */
const isOnBorder = (status: string, at: number, cells: readonly string[]): boolean => {
  const differs = (other: string | undefined) => other !== undefined && other !== '-' && other !== status
  return (
    differs(cells[at - 1]) || differs(cells[at + 1]) || (at === cells.length - 1 && new Set(cells).size === 1)
  )
}

/**
 * Reads a table of expected statuses: the first line names the callers, each line below begins with its row. Cells are
 * divided by `|`, and `-` is left out. In the small size only cells on a border are returned, which are those where a
 * rule that is off by one rank shows.
 */
export function statusTable(text: string): Cell[] {
  const [head = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return lines.flatMap(([row = '', ...cells]) => {
    if (cells.length !== head.length - 1) throw new Error(`${row}: as many cells as callers`)
    return cells.flatMap((status, at) =>
      status !== '-' && bySize(isOnBorder(status, at, cells), true)
        ? [{ row, caller: head[at + 1] ?? '', status: Number(status) }]
        : [],
    )
  })
}

type Member = Awaited<ReturnType<TestApp['member']>>

/** A visitor, and a member of each rank. */
export async function callersOf(
  site: TestApp,
): Promise<Record<ShippedRank, Member> & { readonly visitor: TestBrowser }> {
  const members: Partial<Record<ShippedRank, Member>> = {}
  for (const rank of shippedRanks) {
    const member = await site.member()
    await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
    members[rank] = member
  }
  return { ...(members as Record<ShippedRank, Member>), visitor: site.browser() }
}

/** What a transition may write. */
const tables = [
  'moderation_reports',
  'moderation_cases',
  'moderation_claims',
  'appeals',
  'appeal_messages',
  'punishments',
  'punishment_changes',
  'restrictions',
  'rulings',
  'ruling_matches',
  'ruling_decisions',
  'ruling_work',
  'excluded_matches',
  'posts',
  'notices',
  'notifications',
  'notification_deliveries',
  'outbox',
  'audit_log',
] as const

/** A digest of each table, so that a refusal can be shown to have stored nothing. */
async function storedDigests(site: TestApp): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; digest: string }>`
    ${sql.join(
      tables.map(
        (table) => sql`SELECT ${table}::text AS name,
          (SELECT coalesce(sum(hashtextextended(one::text, 0)), 0)::text FROM ${sql.table(table)} AS one) AS digest`,
      ),
      sql` UNION ALL `,
    )}
  `.execute(site.database.sql)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Calls once and returns the status. A refusal must have stored nothing, anything else must have stored something. */
export async function statusOf(
  site: TestApp,
  call: () => Promise<{ readonly status: number }>,
): Promise<number> {
  const before = await storedDigests(site)
  const { status } = await call()
  const after = await storedDigests(site)
  if (status >= 400) expect(after).toEqual(before)
  else expect(after).not.toEqual(before)
  return status
}
