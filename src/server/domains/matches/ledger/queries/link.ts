import { sql } from 'kysely'
import type { Rank } from '../../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { blocks } from '../../../accounts/blocks/queries.ts'

export interface LinkableAccount {
  readonly id: number
  /** Can sign in. */
  readonly isMember: boolean
  readonly isLinked: boolean
  readonly rank: Rank
  readonly gamertag: string | null
}

export async function findAccount(executor: Executor, id: number): Promise<LinkableAccount | undefined> {
  const { rows } = await sql<LinkableAccount>`
    SELECT id, username IS NOT NULL AS "isMember", linked_at IS NOT NULL AS "isLinked", rank, gamertag
    FROM users WHERE id = ${id}
  `.execute(executor)
  return rows[0]
}

/** Whether both have an identity of one kind: then they are two people, or one with two game accounts. */
export async function haveSameKind(executor: Executor, a: number, b: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM game_identities AS one JOIN game_identities AS other USING (kind)
    WHERE one.user_id = ${a} AND other.user_id = ${b} LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** Whether both played in one match, which one person cannot. */
export async function havePlayedTogether(executor: Executor, a: number, b: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM game_identities AS one
    JOIN match_players AS played ON played.identity_id = one.id
    JOIN match_players AS opposed USING (match_id)
    JOIN game_identities AS other ON other.id = opposed.identity_id
    WHERE one.user_id = ${a} AND other.user_id = ${b} LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** Marks the account's gamertag as verified and shows it. The key that linked first stays the one that may unlink. */
export async function markLinked(transaction: Executor, id: number, serverId: number | null): Promise<void> {
  await sql`
    UPDATE users SET linked_at = coalesce(linked_at, now()),
      linked_server_id = CASE WHEN linked_at IS NULL THEN ${serverId}::int ELSE linked_server_id END
    WHERE id = ${id}
  `.execute(transaction)
}

/** Whether a key linked an account, or may unlink accounts that other keys linked. */
export async function mayUnlink(executor: Executor, serverId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM game_servers JOIN users ON users.id = ${userId}
    WHERE game_servers.id = ${serverId} AND (unlinks_others OR linked_server_id = game_servers.id)
  `.execute(executor)
  return rows.length > 0
}

/** Moves identities, newest and former names, redirects and what the detector found; the ledger itself does not change. */
export async function moveIdentities(transaction: Executor, from: number, to: number): Promise<void> {
  await sql`UPDATE game_identities SET user_id = ${to} WHERE user_id = ${from}`.execute(transaction)
  await sql`UPDATE user_redirects SET user_id = ${to} WHERE user_id = ${from}`.execute(transaction)
  await movePatternCases(transaction, from, to)
  await sql`
    UPDATE users SET gamertag_at = old.gamertag_at,
      gamertag = CASE WHEN old.gamertag = 'Player ' || old.id THEN 'Player ' || users.id ELSE old.gamertag END
    FROM users AS old
    WHERE users.id = ${to} AND old.id = ${from} AND old.gamertag IS NOT NULL
      AND (users.gamertag_at IS NULL OR users.gamertag_at < old.gamertag_at)
  `.execute(transaction)
  await sql`
    UPDATE users SET former_names = join_former_names(users.former_names, old.former_names, users.gamertag, users.id)
    FROM users AS old WHERE users.id = ${to} AND old.id = ${from} AND old.former_names <> '{}'
  `.execute(transaction)
}

/**
 * Moves the followers of a player. Nobody follows twice, the member who was merged does not follow themselves, and nobody
 * follows a member who blocked them, or whom they blocked.
 */
export async function moveFollowers(transaction: Executor, from: number, to: number): Promise<void> {
  await sql`
    UPDATE follows SET player_id = ${to} WHERE player_id = ${from} AND follower_id <> ${to}
      AND NOT EXISTS (SELECT FROM follows AS other WHERE other.follower_id = follows.follower_id AND other.player_id = ${to})
      AND NOT ${blocks(sql`${to}::int`, sql`follower_id`)} AND NOT ${blocks(sql`follower_id`, sql`${to}::int`)}
  `.execute(transaction)
}

/** Moves the mentions of a player. A text that names both names the member in each place. */
export async function moveMentions(transaction: Executor, from: number, to: number): Promise<void> {
  await sql`
    UPDATE mentions AS staying SET spans = staying.spans || moving.spans FROM mentions AS moving
    WHERE staying.user_id = ${to} AND moving.user_id = ${from}
      AND (moving.post_id = staying.post_id OR moving.comment_id = staying.comment_id)
  `.execute(transaction)
  await sql`
    UPDATE mentions SET user_id = ${to} WHERE user_id = ${from} AND NOT EXISTS (SELECT FROM mentions AS other
      WHERE other.user_id = ${to} AND (other.post_id = mentions.post_id OR other.comment_id = mentions.comment_id))
  `.execute(transaction)
}

/**
 * Moves the reports about and of a player who turns out to be another one, so that they stay one case. Of two of the same
 * reporter in a case the newer remains, and where it was decided the older stays without its reporter: a case that is
 * opened again has one report of each. Nobody remains the reporter of themselves.
 */
export async function movePlayerReports(transaction: Executor, from: number, to: number): Promise<void> {
  const isAboutOneself = sql`subject_type = 'player'
    AND (subject_id = ${from} AND reporter_id = ${to} OR subject_id = ${to} AND reporter_id = ${from})`
  await sql`DELETE FROM moderation_reports WHERE ${isAboutOneself} AND status = 'open'`.execute(transaction)
  await sql`UPDATE moderation_reports SET reporter_id = NULL WHERE ${isAboutOneself}`.execute(transaction)
  await sql`
    WITH copies AS MATERIALIZED (
      SELECT id, status = 'open' AS is_open FROM (
        SELECT id, status, row_number() OVER (PARTITION BY decided_at, coalesce(nullif(subject_id, ${from}), ${to}::int),
          coalesce(nullif(reporter_id, ${from}), ${to}::int) ORDER BY id DESC) AS place
        FROM moderation_reports WHERE subject_type = 'player' AND reporter_id IS NOT NULL
          AND (subject_id IN (${from}, ${to}) OR reporter_id IN (${from}, ${to}))
      ) AS filed WHERE place > 1
    ), gone AS (
      DELETE FROM moderation_reports USING copies WHERE copies.id = moderation_reports.id AND is_open
    )
    UPDATE moderation_reports SET reporter_id = NULL FROM copies
    WHERE copies.id = moderation_reports.id AND NOT is_open
  `.execute(transaction)
  await sql`
    UPDATE moderation_reports SET subject_id = ${to}, subject_user_id = ${to}
    WHERE subject_type = 'player' AND subject_id = ${from}
  `.execute(transaction)
  await sql`UPDATE moderation_reports SET reporter_id = ${to} WHERE reporter_id = ${from}`.execute(
    transaction,
  )
  await moveClaim(transaction, from, to)
}

/** Of two claims the one on `to` remains. Nobody keeps a claim on a case about themselves. */
async function moveClaim(transaction: Executor, from: number, to: number): Promise<void> {
  await sql`
    DELETE FROM moderation_claims WHERE subject_type = 'player'
      AND (subject_id IN (${from}, ${to}) AND (user_id = ${to} OR expires_at <= now())
        OR subject_id = ${from} AND EXISTS (SELECT FROM moderation_claims AS other
          WHERE other.subject_type = 'player' AND other.subject_id = ${to} AND other.expires_at > now()
            AND other.user_id <> ${to}))
  `.execute(transaction)
  await sql`
    UPDATE moderation_claims SET subject_id = ${to} WHERE subject_type = 'player' AND subject_id = ${from}
  `.execute(transaction)
}

/** Moves the reports that game servers sent about a player, who gets an account of their own. */
async function moveGameReports(transaction: Executor, from: number, to: number): Promise<void> {
  await sql`
    UPDATE moderation_reports SET subject_id = ${to}, subject_user_id = ${to}
    WHERE subject_type = 'player' AND subject_id = ${from} AND server_id IS NOT NULL
  `.execute(transaction)
}

/**
 * Moves the cases of the detector with the player whose matches they are about. Of two open ones that become the same,
 * one of `to` remains.
 */
async function movePatternCases(transaction: Executor, from: number, to: number): Promise<void> {
  await sql`
    DELETE FROM moderation_reports AS moving USING moderation_reports AS staying
    WHERE moving.status = 'open' AND staying.status = 'open' AND moving.pattern = staying.pattern
      AND (moving.pattern IN ('throwing', 'input_switch')
          AND moving.subject_user_id = ${from} AND staying.subject_user_id = ${to}
        OR ${from} IN (moving.subject_user_id, moving.other_user_id)
          AND ${to} IN (staying.subject_user_id, staying.other_user_id)
          AND moving.subject_user_id + moving.other_user_id - ${from}::int
            = staying.subject_user_id + staying.other_user_id - ${to}::int)
  `.execute(transaction)
  await sql`
    UPDATE moderation_reports SET subject_user_id = ${to} WHERE subject_user_id = ${from} AND pattern IS NOT NULL
  `.execute(transaction)
  await sql`UPDATE moderation_reports SET other_user_id = ${to} WHERE other_user_id = ${from}`.execute(
    transaction,
  )
}

/** Deletes a merged account; its id redirects to the other one. */
export async function storeRedirect(transaction: Executor, from: number, to: number): Promise<void> {
  await sql`DELETE FROM users WHERE id = ${from} AND username IS NULL`.execute(transaction)
  await sql`INSERT INTO user_redirects (old_id, user_id) VALUES (${from}, ${to})`.execute(transaction)
}

/** Creates an account without password with the name of `from`; `from` shows its username again. */
export async function splitAccount(transaction: Executor, from: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (gamertag, gamertag_at) SELECT gamertag, gamertag_at FROM users WHERE id = ${from} RETURNING id
  `.execute(transaction)
  const id = rows[0]!.id
  await moveIdentities(transaction, from, id)
  await moveGameReports(transaction, from, id)
  await sql`
    UPDATE users SET linked_at = NULL, linked_server_id = NULL, gamertag = NULL, gamertag_at = NULL WHERE id = ${from}
  `.execute(transaction)
  return id
}
