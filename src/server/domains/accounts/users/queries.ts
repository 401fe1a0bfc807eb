import { sql } from 'kysely'
import {
  isShownStaffRank,
  isStaffRank,
  keysOfRanks,
  type Rank,
  type RankWithheldBy,
} from '../../../../contract/accounts/ranks.ts'
import type {
  OwnUser,
  ProfileUpdate,
  PublicUser,
  Standing,
} from '../../../../contract/accounts/users-schemas.ts'
import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Executor, Row } from '../../../platform/database/database.ts'
import { hasShortPassword, type RankRequirement, rankWithheldBy } from '../../../platform/granted-rank.ts'
import { queueRank } from '../ranks/queries/sent-ranks.ts'
import { liftRestriction } from '../restrictions/queries.ts'
import { avatarPath } from './avatar/queries.ts'
import type { StoredPassword } from './new-password.ts'

interface UserRow
  extends Pick<
    Row<'users'>,
    | 'id'
    | 'username'
    | 'shown_name'
    | 'email'
    | 'bio'
    | 'discord_tag'
    | 'created_at'
    | 'last_login_at'
    | 'gamertag'
    | 'hide_presence'
    | 'gamertag_is_reserved'
  > {
  avatar_path: string | null
  rank: Rank
  standing: Standing
  rank_withheld_by: RankWithheldBy | null
  /** True also when the length was never measured. */
  password_is_short: boolean
  name_cleared: boolean
}

/**
 * Start of the first match of a row of `users`. Game servers report matches from before the player was first
 * seen, so an unclaimed account can be newer than its matches.
 */
const firstMatchStart = sql`(
  SELECT min(matches.started_at)
  FROM game_identities
  CROSS JOIN LATERAL (
    SELECT match_id FROM match_players WHERE identity_id = game_identities.id ORDER BY ended_at, match_id LIMIT 1
  ) AS earliest
  JOIN matches USING (match_id)
  WHERE game_identities.user_id = users.id
)`

async function findUser(
  executor: Executor,
  id: number,
  requirement: RankRequirement = { requireStaffSecondFactor: false },
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT id, username, shown_name, email, bio, discord_tag, hide_presence, gamertag_is_reserved, ${avatarPath} AS avatar_path, rank,
      CASE WHEN username IS NULL AND deleted_at IS NULL THEN LEAST(created_at, ${firstMatchStart})
        ELSE created_at END AS created_at,
      last_login_at, CASE WHEN deleted_at IS NULL THEN gamertag END AS gamertag,
      ${hasShortPassword} AS password_is_short, ${rankWithheldBy(requirement)} AS rank_withheld_by,
      CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN username IS NULL THEN 'unclaimed' WHEN linked_at IS NULL THEN 'member' ELSE 'linked' END AS standing,
      name_cleared_at IS NOT NULL AND linked_at IS NULL AS name_cleared
    FROM users WHERE id = kept_user_id(${id})
  `.execute(executor)
  return rows[0]
}

const publicFields = (row: UserRow) => ({
  id: row.id,
  bio: row.bio,
  discordTag: row.discord_tag,
  avatarUrl: row.avatar_path,
  rank: row.rank,
  createdAt: row.created_at.toISOString(),
  lastLogin: row.last_login_at?.toISOString() ?? null,
  gamertag: row.gamertag,
})

export async function findPublicUser(executor: Executor, id: number): Promise<PublicUser | undefined> {
  const row = await findUser(executor, id)
  return (
    row && {
      ...publicFields(row),
      username: row.shown_name,
      standing: row.standing,
      ...(row.gamertag_is_reserved === true && { gamertag: row.gamertag && row.shown_name }),
    }
  )
}

/** Returns the member as they see themselves; undefined when the account was deleted or cannot sign in. */
export async function findOwnUser(
  executor: Executor,
  id: number,
  requirement: RankRequirement,
): Promise<OwnUser | undefined> {
  const row = await findUser(executor, id, requirement)
  if (row === undefined || row.username === null) return undefined
  return {
    ...publicFields(row),
    username: row.username,
    email: row.email,
    ...(row.rank_withheld_by !== null && {
      rankWithheldBy: row.rank_withheld_by,
      requiresSecondFactor: true,
    }),
    ...(row.password_is_short && isStaffRank(row.rank) && { needsLongerPassword: true }),
    ...(row.hide_presence && { hidePresence: true }),
    ...(row.name_cleared && { neutralName: row.shown_name }),
  }
}

export interface Credentials {
  readonly id: number
  readonly passwordHash: string
}

export async function findCredentials(
  executor: Executor,
  id: number,
): Promise<(Credentials & { readonly rank: Rank }) | undefined> {
  const { rows } = await sql<{ passwordHash: string; rank: Rank }>`
    SELECT password_hash AS "passwordHash", rank FROM users WHERE id = ${id} AND password_hash IS NOT NULL
  `.execute(executor)
  return rows[0] && { id, ...rows[0] }
}

export interface SignIn {
  /** Undefined when no account that can sign in has that name. */
  readonly credentials: Credentials | undefined
  /** Whether the account signed in from this network before. */
  readonly isKnown: boolean
  /** When the account will be deleted; null for one that is not. */
  readonly deletesAt: Date | null
}

/** Reads everything a sign-in needs, also to an account that can be restored; unknown names run the same statement. */
export async function findSignIn(executor: Executor, username: string, network: string): Promise<SignIn> {
  const name = username.toLowerCase()
  const { rows } = await sql<Credentials & Pick<SignIn, 'isKnown' | 'deletesAt'>>`
    SELECT named.*, EXISTS (SELECT FROM known_networks WHERE user_id = named.id AND network = ${network}) AS "isKnown"
    FROM (
      SELECT id, password_hash AS "passwordHash", NULL::timestamptz AS "deletesAt" FROM users WHERE lower(username) = ${name}
      UNION ALL
      SELECT user_id, password_hash, deletes_at FROM pending_deletions
      WHERE lower(username) = ${name} AND deletes_at > now()
    ) AS named
  `.execute(executor)
  const [found] = rows
  if (found === undefined) return { credentials: undefined, isKnown: false, deletesAt: null }
  const { id, passwordHash, isKnown, deletesAt } = found
  return { credentials: { id, passwordHash }, isKnown, deletesAt }
}

/** Locks the account and returns whether its password is still the checked one. */
export async function passwordUnchanged(
  transaction: Executor,
  { id, passwordHash }: Credentials,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${id} AND password_hash = ${passwordHash} FOR UPDATE
  `.execute(transaction)
  return rows.length > 0
}

export interface NewMember {
  readonly username: string
  readonly email: string | null
  /** `isShort` is null where nobody measured it: the next sign-in does. */
  readonly password: Pick<StoredPassword, 'passwordHash'> & { readonly isShort: boolean | null }
  readonly rank?: Rank
  /** Undefined where none was asked for. */
  readonly language?: string | undefined
}

/** A taken username, in any case, violates `users_username_key`. */
export async function insertMember(executor: Executor, member: NewMember): Promise<number> {
  const row = await executor
    .insertInto('users')
    .values({
      username: member.username,
      email: member.email,
      password_hash: member.password.passwordHash,
      password_is_short: member.password.isShort,
      rank: member.rank ?? 'Member',
      language: member.language ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Turns a player's account into a member's with the same id. A taken username violates the same constraint. */
export async function setCredentials(executor: Executor, id: number, member: NewMember): Promise<number> {
  await executor
    .updateTable('users')
    .set({
      username: member.username,
      email: member.email,
      password_hash: member.password.passwordHash,
      password_is_short: member.password.isShort,
      language: member.language ?? null,
    })
    .where('id', '=', id)
    .where('username', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Locks the account and records sign-in time and network, which is known from then on. Also measures the
 * password, which releases before 0027 did not. False, without changes, when the password is no longer the
 * checked one.
 */
export async function recordLogin(
  transaction: Executor,
  { id, passwordHash }: Credentials,
  network: string,
  isShort: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    WITH seen AS (
      UPDATE users SET last_login_at = now(), last_seen_at = now(), password_is_short = ${isShort}
      WHERE id = ${id} AND password_hash = ${passwordHash} RETURNING id
    )
    INSERT INTO known_networks (user_id, network) SELECT id, ${network} FROM seen
    ON CONFLICT (user_id, network) DO UPDATE SET last_login_at = now()
    RETURNING user_id
  `.execute(transaction)
  return rows.length > 0
}

/** Locks the account and returns the fields of a profile update. Undefined when the account was deleted. */
export async function lockProfile(
  transaction: Executor,
  id: number,
): Promise<Required<Omit<ProfileUpdate, 'avatarUrl' | 'hidePresence'>> | undefined> {
  const { rows } = await sql<Required<Omit<ProfileUpdate, 'avatarUrl' | 'hidePresence'>>>`
    SELECT email, bio, discord_tag AS "discordTag" FROM users WHERE id = ${id} AND deleted_at IS NULL
    FOR NO KEY UPDATE
  `.execute(transaction)
  return rows[0]
}

export async function updateProfile(executor: Executor, id: number, update: ProfileUpdate): Promise<void> {
  const changes = {
    ...(update.email !== undefined && { email: update.email }),
    ...(update.bio !== undefined && { bio: update.bio }),
    ...(update.hidePresence !== undefined && { hide_presence: update.hidePresence }),
    ...(update.discordTag !== undefined && { discord_tag: update.discordTag }),
  }
  if (Object.keys(changes).length === 0) return
  await executor.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Sets a new name after staff cleared the old one. False when the name was not cleared. */
export async function replaceClearedName(executor: Executor, id: number, username: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE users SET username = ${username}, name_cleared_at = NULL
    WHERE id = ${id} AND name_cleared_at IS NOT NULL AND linked_at IS NULL
  `.execute(executor)
  return numAffectedRows === 1n
}

export async function storePassword(
  executor: Executor,
  id: number,
  { passwordHash, isShort }: StoredPassword,
): Promise<void> {
  await sql`
    UPDATE users SET password_hash = ${passwordHash}, password_is_short = ${isShort} WHERE id = ${id}
  `.execute(executor)
}

/** The account that an id stands for after merges; undefined when there is none, or it was deleted. */
export async function findPresentId(executor: Executor, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE id = kept_user_id(${id}) AND deleted_at IS NULL
  `.execute(executor)
  return rows[0]?.id
}

export interface MemberLine {
  readonly id: number
  readonly username: string
  readonly rank: Rank
  readonly createdAt: Date
}

export async function listMembers(executor: Executor): Promise<MemberLine[]> {
  const { rows } = await sql<{ id: number; username: string; rank: Rank; created_at: Date }>`
    SELECT id, username, rank, created_at FROM users WHERE username IS NOT NULL ORDER BY lower(username)
  `.execute(executor)
  return rows.map(({ id, username, rank, created_at }) => ({ id, username, rank, createdAt: created_at }))
}

/**
 * Sets a rank on the command line, with audit entry and message to game servers in one transaction. An Owner's
 * restriction ends. False when the member does not exist.
 */
export const setRank = (database: Executor, username: string, rank: Rank): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number; before: Rank }>`
      WITH held AS (SELECT id, rank FROM users WHERE lower(username) = ${username.toLowerCase()} FOR UPDATE)
      UPDATE users SET rank = ${rank} FROM held WHERE users.id = held.id RETURNING users.id, held.rank AS before
    `.execute(transaction)
    for (const { id, before } of rows) {
      await queueRank(transaction, id)
      await recordConsoleAudit(transaction, {
        action: 'member.rank',
        subject: { type: 'member', id },
        before: { rank: before },
        after: { rank },
      })
      // Nobody on the site can lift that of an Owner.
      const lifted = rank === 'Owner' ? await liftRestriction(transaction, id) : undefined
      if (lifted !== undefined)
        await recordConsoleAudit(transaction, {
          action: 'member.unrestrict',
          subject: { type: 'member', id },
          before: { reason: lifted.reason, until: lifted.until?.toISOString() ?? null },
          after: null,
        })
    }
    return rows.length > 0
  })

/** Bounds what names are compared with; a team is smaller. */
const maxStaff = 1_000

/** The names that staff sign in with and are shown by; a name kept free for staff who are not shown as such would name them. */
export async function listStaffNames(
  executor: Executor,
): Promise<readonly { readonly id: number; readonly names: readonly string[] }[]> {
  const { rows } = await sql<{ id: number; names: readonly string[] }>`
    SELECT id, ARRAY[username, shown_name] AS names FROM users
    WHERE rank <> 'Member' AND rank = ANY(${keysOfRanks(isShownStaffRank)}::text[]) AND username IS NOT NULL
    ORDER BY id LIMIT ${maxStaff}
  `.execute(executor)
  return rows
}

/** Whether a member, other than the account `id`, is shown by this name: case, accents, spaces and `_` do not matter. */
export async function isNameOfMember(executor: Executor, name: string, id?: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE username IS NOT NULL AND folded(shown_name) = folded(${name})
      AND id IS DISTINCT FROM ${id ?? null}::int) AS is
  `.execute(executor)
  return rows[0]!.is
}

/** Gamertags of these accounts that were not judged since they changed. */
export async function findUnjudgedGamertags(
  executor: Executor,
  userIds: readonly number[],
): Promise<readonly { readonly id: number; readonly gamertag: string }[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: number; gamertag: string }>`
    SELECT id, gamertag FROM users
    WHERE id = ANY(${[...new Set(userIds)]}::int[]) AND gamertag IS NOT NULL AND gamertag_is_reserved IS NULL
  `.execute(executor)
  return rows
}

/** Stores whether gamertags are reserved, so that they are not shown. */
export async function storeJudgement(
  transaction: Executor,
  judged: readonly { readonly id: number; readonly isReserved: boolean }[],
): Promise<void> {
  await sql`
    UPDATE users SET gamertag_is_reserved = judged."isReserved"
    FROM jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) AS judged (id int, "isReserved" boolean)
    WHERE users.id = judged.id
  `.execute(transaction)
}

export async function storeLanguage(executor: Executor, userId: number, language: string): Promise<void> {
  await executor.updateTable('users').set({ language }).where('id', '=', userId).execute()
}
