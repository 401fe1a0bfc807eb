import { type RawBuilder, sql } from 'kysely'
import { isAdminRank, keysOfRanks, type Rank } from '../../../../contract/accounts/ranks.ts'
import type { PunishmentKind } from '../../../../contract/moderation/punishments.ts'
import type { OwnPunishment, Punishment } from '../../../../contract/moderation/punishments-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

export interface PunishmentRow {
  readonly id: string
  readonly identityId: number
  readonly kind: PunishmentKind
  readonly reason: string
  readonly until: Date | null
  readonly serverId: number | null
  readonly byName: string | null
  readonly madeBy: number | null
  readonly at: Date
  readonly appealCode: string
}

/** False when a punishment has this id already. */
export async function insertPunishment(transaction: Executor, row: PunishmentRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO punishments (id, identity_id, kind, reason, until, server_id, by_name, made_by, at,
      appeal_code)
    VALUES (${row.id}, ${row.identityId}, ${row.kind}, ${row.reason}, ${row.until}, ${row.serverId}, ${row.byName},
      ${row.madeBy}, ${row.at}, ${row.appealCode}) ON CONFLICT (id) DO NOTHING
  `.execute(transaction)
  return numAffectedRows === 1n
}

interface Given extends Pick<PunishmentRow, 'kind' | 'reason' | 'serverId'> {
  readonly userId: number
  /** On the site, by who was an Admin or higher then, or by somebody whose account is gone. */
  readonly isByAdmin: boolean
  /** Already, and nobody took that back. */
  readonly isLifted: boolean
}

/** The punishment with this id as it was given, with the account whose player it is now. */
export async function findGiven(executor: Executor, id: string): Promise<Given | undefined> {
  const { rows } = await sql<Given>`
    SELECT game_identities.user_id AS "userId", punishments.kind, punishments.reason, server_id AS "serverId",
      server_id IS NULL AND coalesce(rank_at(made_by, punishments.created_at) = ANY(${keysOfRanks(isAdminRank)}::text[]), true) AS "isByAdmin",
      ${isLifted} IS TRUE AS "isLifted"
    FROM punishments JOIN game_identities ON game_identities.id = identity_id WHERE punishments.id = ${id}
  `.execute(executor)
  return rows[0]
}

interface NewChange {
  readonly punishmentId: string
  readonly kind: 'confirm' | 'reduce' | 'lift'
  readonly until?: Date | null
  readonly reason?: string | null
  readonly serverId?: number | null
  readonly madeBy?: number | null
  readonly at?: Date
}

/** False when the same side confirmed or lifted it before. */
export async function insertChange(transaction: Executor, change: NewChange): Promise<boolean> {
  const {
    punishmentId,
    kind,
    until = null,
    reason = null,
    serverId = null,
    madeBy = null,
    at = null,
  } = change
  const { numAffectedRows } = await sql`
    INSERT INTO punishment_changes (punishment_id, kind, until, reason, server_id, made_by, at)
    VALUES (${punishmentId}, ${kind}, ${until}, ${reason}, ${serverId}, ${madeBy}, coalesce(${at}::timestamptz, now()))
    ON CONFLICT DO NOTHING
  `.execute(transaction)
  return numAffectedRows === 1n
}

/** When a member lifted a punishment within the last seconds, if nothing took that back; with all digits. */
export async function findOwnLift(
  transaction: Executor,
  {
    punishmentId,
    madeBy,
    seconds,
  }: {
    readonly punishmentId: string
    readonly madeBy: number
    readonly seconds: number
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    SELECT at::text AS at FROM punishment_changes AS change
    WHERE punishment_id = ${punishmentId} AND kind = 'lift' AND made_by = ${madeBy}
      AND at > now() - make_interval(secs => ${seconds}) AND NOT ${isRestored}
    ORDER BY id DESC LIMIT 1
  `.execute(transaction)
  return rows[0]?.at
}

/** Lifts and reductions that were taken back count for nothing. */
const isRestored = sql`EXISTS (SELECT FROM punishment_changes AS undone WHERE undone.restores = change.id)`

/**
 * Takes what a member lifted or reduced at `at`, a timestamp with all its digits, back: the punishment is again as it
 * was. Returns whether there was such a change.
 */
export async function restorePunishment(
  transaction: Executor,
  {
    punishmentId,
    madeBy,
    at,
  }: { readonly punishmentId: string; readonly madeBy: number; readonly at: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO punishment_changes (punishment_id, kind, made_by, restores)
    SELECT punishment_id, 'restore', made_by, id FROM punishment_changes AS change
    WHERE punishment_id = ${punishmentId} AND kind IN ('lift', 'reduce') AND made_by = ${madeBy}
      AND at = ${at}::timestamptz AND NOT ${isRestored}
  `.execute(transaction)
  return (numAffectedRows ?? 0n) > 0n
}

/** A lift by staff counts for all, one by a game server for its own punishments and those of the site. */
const lifts = (column: RawBuilder<unknown>) => sql`(
  SELECT ${column} FROM punishment_changes AS change
  WHERE change.punishment_id = punishments.id AND change.kind = 'lift' AND NOT ${isRestored}
    AND (change.server_id IS NULL OR punishments.server_id IS NULL OR change.server_id = punishments.server_id)
  ORDER BY change.id LIMIT 1)`

/** The end as it is now. */
export const currentUntil = sql`coalesce((SELECT change.until FROM punishment_changes AS change
  WHERE change.punishment_id = punishments.id AND change.kind = 'reduce' AND NOT ${isRestored}
  ORDER BY change.id DESC LIMIT 1), punishments.until)`

const isLifted = lifts(sql`true`)

/**
 * Whether a ban or mute is in force: the state `active` of a row of `punishments`, in words by which the planner does not
 * take it for rare.
 */
export const isInForce = sql<boolean>`(${isLifted} IS NOT TRUE AND coalesce(${currentUntil}, 'infinity') > now())`

/** State of a row of `punishments`. */
export const punishmentState = sql`CASE WHEN ${isLifted} THEN 'lifted'
  WHEN punishments.kind IN ('kick', 'warn') THEN 'given' WHEN ${currentUntil} <= now() THEN 'ended' ELSE 'active' END`

/**
 * Whether a game server has said of a row of `punishments` that it is in force. Not EXISTS: for a page of rows the planner
 * would read all changes once and hash them.
 */
export const isConfirmed = sql<boolean>`(punishments.server_id IS NOT NULL OR (
  SELECT true FROM punishment_changes AS change
  WHERE change.punishment_id = punishments.id AND change.kind = 'confirm' LIMIT 1) IS NOT NULL)`

const iso = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const own = sql`punishments.id, punishments.kind, punishments.reason, ${iso(sql`punishments.at`)} AS at,
  ${iso(currentUntil)} AS until, ${punishmentState} AS state`

const maxListed = 200

/** Newest first: a player's punishments in force, however old, and the newest others. */
const newestAndInForce = (rows: RawBuilder<unknown>) => sql`
  SELECT * FROM (${rows} ORDER BY ${punishmentState} = 'active' DESC, punishments.at DESC, punishments.id LIMIT ${maxListed}) AS listed
  ORDER BY at DESC, id`

/** Newest first. */
export async function listOwnPunishments(executor: Executor, userId: number): Promise<OwnPunishment[]> {
  const found = sql`
    SELECT ${own} FROM punishments JOIN game_identities AS identity ON identity.id = identity_id
    WHERE identity.user_id = ${userId} AND forgotten_at IS NULL`
  const { rows } = await sql<OwnPunishment>`${newestAndInForce(found)}`.execute(executor)
  return rows
}

const forStaff = sql`
  SELECT ${own}, identity.user_id AS "userId", CASE WHEN punishments.server_id IS NULL THEN 'site' ELSE 'game' END AS source,
    coalesce(by_name, maker.shown_name) AS by, game_servers.name AS server,
    ${isConfirmed} AS confirmed,
    ${iso(lifts(sql`change.at`))} AS "liftedAt", ${lifts(sql`change.reason`)} AS "liftReason"
  FROM punishments JOIN game_identities AS identity ON identity.id = identity_id
  LEFT JOIN users AS maker ON maker.id = made_by LEFT JOIN game_servers ON game_servers.id = punishments.server_id`

/** Newest first. */
export async function listPunishments(executor: Executor, userId: number): Promise<Punishment[]> {
  const found = sql`${forStaff} WHERE identity.user_id = kept_user_id(${userId}) AND forgotten_at IS NULL`
  const { rows } = await sql<Punishment>`${newestAndInForce(found)}`.execute(executor)
  return rows
}

export async function findPunishment(executor: Executor, id: string): Promise<Punishment | undefined> {
  const { rows } = await sql<Punishment>`${forStaff} WHERE punishments.id = ${id}`.execute(executor)
  return rows[0]
}

/** How long these makers muted a player on the site within the days; a mute that was lifted until then. */
export async function mutedMs(
  executor: Executor,
  makers: ReadonlySet<number>,
  userId: number,
  days: number,
): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT coalesce(sum(extract(epoch FROM least(${currentUntil}, ${lifts(sql`change.at`)}) - punishments.at)) * 1000, 0)
      ::float8 AS ms
    FROM punishments JOIN game_identities AS identity ON identity.id = identity_id
    WHERE identity.user_id = ${userId} AND punishments.kind = 'mute' AND made_by = ANY(${[...makers]}::int[])
      AND punishments.at > now() - make_interval(days => ${days})
  `.execute(executor)
  return rows[0]!.ms
}

/** The player with the identity by which the game knows them; undefined for who never played. */
export async function findPunishable(
  executor: Executor,
  id: number,
): Promise<
  | {
      readonly id: number
      readonly rank: Rank
      readonly isMember: boolean
      readonly identityId: number | null
    }
  | undefined
> {
  const { rows } = await sql<{ id: number; rank: Rank; isMember: boolean; identityId: number | null }>`
    SELECT id, rank, username IS NOT NULL AS "isMember", (SELECT min(game_identities.id) FROM game_identities
      WHERE user_id = users.id AND forgotten_at IS NULL) AS "identityId"
    FROM users WHERE id = kept_user_id(${id}) AND deleted_at IS NULL
  `.execute(executor)
  return rows[0]
}
