import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { isStaffRank, type Rank } from '../../../../contract/accounts/ranks.ts'
import type { Executor, Row } from '../../../platform/database/database.ts'
import { formerNameFound, playerNameConditions } from '../../../platform/database/name-search.ts'
import { isRestricted } from '../../../platform/granted-rank.ts'
import { avatarPath } from '../users/avatar/queries.ts'

type MemberRow = Omit<Member, 'createdAt' | 'lastSeen' | 'awaitsConfirmation' | 'formerName'> &
  Pick<Row<'users'>, 'created_at' | 'last_seen_at' | 'recovered_at'> & { readonly formerName?: string | null }

const columns = sql`users.id, shown_name AS username, ${avatarPath} AS "avatarUrl", rank,
  linked_at IS NOT NULL AS linked, users.created_at, last_seen_at, recovered_at,
  CASE WHEN restrictions.id IS NOT NULL THEN json_build_object('reason', restrictions.reason, 'until',
    to_char(restrictions.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS restriction`

const source = sql`users LEFT JOIN LATERAL restriction_of(users.id) AS restrictions ON true`

const memberOf = ({ created_at, last_seen_at, recovered_at, formerName, ...row }: MemberRow): Member => ({
  ...row,
  ...(formerName && { formerName }),
  ...(recovered_at !== null && isStaffRank(row.rank) && { awaitsConfirmation: true }),
  createdAt: created_at.toISOString(),
  lastSeen: last_seen_at?.toISOString() ?? null,
})

export interface MembersPage {
  readonly before?: number | undefined
  readonly limit: number
  readonly search: string
  readonly rank?: Rank | undefined
}

export function membersPage({ before, limit, search, rank }: MembersPage): RawBuilder<MemberRow> {
  const wanted = search.trim()
  const pageWhere = (condition: RawBuilder<unknown>) => sql`(
    SELECT * FROM users WHERE username IS NOT NULL AND id < ${before ?? 2_147_483_647} AND ${condition}
      ${rank === undefined ? sql`` : sql`AND rank = ${rank}`}
    ORDER BY id DESC LIMIT ${limit})`
  const conditions = wanted === '' ? [sql`true`] : playerNameConditions(wanted, { isStaff: true })
  return sql<MemberRow>`
    SELECT ${columns} ${wanted === '' ? sql`` : sql`, ${formerNameFound(wanted)} AS "formerName"`}
    FROM (${sql.join(conditions.map(pageWhere), sql` UNION ALL `)}) AS ${source}
    ORDER BY users.id DESC LIMIT ${limit}
  `
}

export async function listMembers(executor: Executor, page: MembersPage): Promise<Member[]> {
  const { rows } = await membersPage(page).execute(executor)
  return rows.map(memberOf)
}

/** Locks the members' rows until the transaction ends, in id order. */
export async function lockMembers(transaction: Executor, ids: readonly number[]): Promise<Member[]> {
  const { rows } = await sql<MemberRow>`
    SELECT ${columns} FROM ${source} WHERE users.id = ANY(${ids}::int[]) AND username IS NOT NULL
    ORDER BY users.id FOR UPDATE OF users
  `.execute(transaction)
  return rows.map(memberOf)
}

interface LockedOwner {
  readonly id: number
  readonly isRestricted: boolean
}

/** Locks all Owners in id order, so that two concurrent demotions cannot remove the last one. */
export async function lockOwners(transaction: Executor): Promise<LockedOwner[]> {
  const { rows } = await sql<LockedOwner>`
    SELECT id, ${isRestricted} AS "isRestricted" FROM users
    WHERE rank = 'Owner' AND username IS NOT NULL ORDER BY id FOR UPDATE
  `.execute(transaction)
  return rows
}

/** Whether an account is the only Owner who can run the site: restricted ones cannot. */
export const isLastOwner = (owners: readonly LockedOwner[], userId: number) =>
  owners.some(({ id }) => id === userId) && owners.every((owner) => owner.id === userId || owner.isRestricted)

export async function storeRank(transaction: Executor, id: number, rank: Rank): Promise<void> {
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(transaction)
}

/** Locks a member for their deletion and returns the name they sign in with. */
export async function lockSignInName(transaction: Executor, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    SELECT username FROM users WHERE id = ${id} AND username IS NOT NULL FOR UPDATE
  `.execute(transaction)
  return rows[0]?.username
}
