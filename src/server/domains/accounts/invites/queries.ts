import { type RawBuilder, sql } from 'kysely'
import { inviteLimits } from '../../../../contract/accounts/invites.ts'
import type { Invite } from '../../../../contract/accounts/invites-schemas.ts'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../platform/database/database.ts'

interface InviteRow extends Omit<Invite, 'createdAt' | 'expiresAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date
}

const recordOf = ({ createdAt, expiresAt, ...row }: InviteRow): Invite => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

const isOpen = sql<boolean>`invites.used_at IS NULL AND invites.revoked_at IS NULL AND invites.expires_at > now()`

const invites = (where: RawBuilder<unknown>): RawBuilder<InviteRow> => sql`
  SELECT invites.id, invites.rank, note, maker.shown_name AS by, invites.created_at AS "createdAt",
    expires_at AS "expiresAt",
    CASE WHEN used_at IS NOT NULL THEN 'used' WHEN revoked_at IS NOT NULL THEN 'revoked'
      WHEN expires_at > now() THEN 'open' ELSE 'expired' END AS state,
    CASE WHEN invited.id IS NOT NULL
      THEN json_build_object('id', invited.id, 'username', invited.shown_name) END AS "usedBy"
  FROM invites JOIN users AS maker ON maker.id = created_by LEFT JOIN users AS invited ON invited.id = used_by
  WHERE ${where} ORDER BY ${isOpen} DESC, invites.id DESC LIMIT ${inviteLimits.listed}
`

/** Newest first: all that can be used, of which there is a limit, and the newest others. */
export const listInvites = async (executor: Executor): Promise<Invite[]> => {
  const { rows } = await sql<InviteRow>`
    SELECT * FROM (${invites(sql`true`)}) AS listed ORDER BY id DESC`.execute(executor)
  return rows.map(recordOf)
}

export async function findInvite(executor: Executor, id: number): Promise<Invite | undefined> {
  const { rows } = await invites(sql`invites.id = ${id}`).execute(executor)
  return rows[0] && recordOf(rows[0])
}

/** Locks all invitations until the transaction ends, because the open ones are counted. */
export async function countOpenInvites(transaction: Executor): Promise<number> {
  await sql`LOCK TABLE invites IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM invites WHERE ${isOpen}
  `.execute(transaction)
  return rows[0]!.count
}

interface NewInvite {
  readonly tokenHash: Buffer
  readonly rank: Rank
  readonly note: string
  readonly by: number
}

export async function insertInvite(
  transaction: Executor,
  { tokenHash, rank, note, by }: NewInvite,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO invites (token_hash, rank, note, created_by, expires_at)
    VALUES (${tokenHash}, ${rank}, ${note}, ${by}, now() + make_interval(days => ${inviteLimits.days})) RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

/** False when it cannot be used any more anyway. */
export async function revokeInvite(transaction: Executor, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE invites SET revoked_at = now() WHERE id = ${id} AND ${isOpen} RETURNING id
  `.execute(transaction)
  return rows.length > 0
}

export interface OpenInvite {
  readonly id: number
  readonly rank: Rank
  /** Who made it. */
  readonly by: number
}

/** An invitation that can be used; undefined for a wrong, used, revoked or expired one. */
export async function findOpenInvite(executor: Executor, tokenHash: Buffer): Promise<OpenInvite | undefined> {
  const { rows } = await sql<OpenInvite>`
    SELECT id, rank, created_by AS by FROM invites WHERE token_hash = ${tokenHash} AND ${isOpen}
  `.execute(executor)
  return rows[0]
}

/** Takes the invitation, so that it works once; false when somebody else took it first. */
export async function consumeInvite(transaction: Executor, id: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE invites SET used_at = now(), used_by = ${userId} WHERE id = ${id} AND ${isOpen} RETURNING id
  `.execute(transaction)
  return rows.length > 0
}

/** Deletes invitations a month after their end. */
export async function sweepInvites(executor: Executor): Promise<void> {
  await sql`DELETE FROM invites WHERE expires_at < now() - interval '30 days'`.execute(executor)
}
