import { type RawBuilder, sql } from 'kysely'
import { discordLinkSeconds } from '../../../../contract/players/discord-link.ts'
import type { DiscordLink } from '../../../../contract/players/discord-link-schemas.ts'
import { settledDeviation } from '../../../../contract/rankings/ratings.ts'
import type { RoleFigures } from '../../../gateways/discord-roles.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { grantedRank, type RankRequirement } from '../../../platform/granted-rank.ts'
import { type Claimed, dueRows, inSeconds, nextAttempt, type Queue } from '../../../platform/jobs/queue.ts'
import { readWaiting, type Waiting } from '../../../platform/jobs/waiting.ts'
import type { StoredTokens } from './tokens.ts'

/** Discord is asked after a longer first pause: a failed refresh of a token is expensive. */
const firstPause = 30

/** Replaces a link that the session began before. */
export async function storeState(
  transaction: Executor,
  sessionId: number,
  { stateHash, codeVerifier }: { readonly stateHash: Buffer; readonly codeVerifier: string },
): Promise<void> {
  await sql`
    INSERT INTO discord_link_states (session_id, state_hash, code_verifier, expires_at)
    VALUES (${sessionId}, ${stateHash}, ${codeVerifier}, now() + make_interval(secs => ${discordLinkSeconds}))
    ON CONFLICT (session_id) DO UPDATE SET state_hash = excluded.state_hash,
      code_verifier = excluded.code_verifier, expires_at = excluded.expires_at
  `.execute(transaction)
}

/** Returns the code verifier and deletes the state; undefined for a foreign, used or expired one. */
export async function consumeState(
  transaction: Executor,
  sessionId: number,
  stateHash: Buffer,
): Promise<string | undefined> {
  const { rows } = await sql<{ codeVerifier: string }>`
    DELETE FROM discord_link_states
    WHERE session_id = ${sessionId} AND state_hash = ${stateHash} AND expires_at > now()
    RETURNING code_verifier AS "codeVerifier"
  `.execute(transaction)
  return rows[0]?.codeVerifier
}

export async function sweepLinkStates(executor: Executor): Promise<void> {
  await sql`DELETE FROM discord_link_states WHERE expires_at <= now()`.execute(executor)
}

export async function findLink(executor: Executor, userId: number): Promise<DiscordLink | null> {
  const { rows } = await sql<{ name: string; linkedAt: Date; syncedAt: Date | null; hasFailed: boolean }>`
    SELECT discord_name AS name, linked_at AS "linkedAt", synced_at AS "syncedAt",
      last_error IS NOT NULL AS "hasFailed"
    FROM discord_links WHERE user_id = ${userId}
  `.execute(executor)
  const [row] = rows
  if (row === undefined) return null
  return { ...row, linkedAt: row.linkedAt.toISOString(), syncedAt: row.syncedAt?.toISOString() ?? null }
}

interface NewLink extends StoredTokens {
  readonly userId: number
  readonly discordId: string
  readonly discordName: string
}

/**
 * Stores the link of a member; it replaces one to another Discord account. @throws a unique error when the account is
 * linked to somebody else
 */
export async function storeLink(transaction: Executor, link: NewLink): Promise<void> {
  const { userId, discordId, discordName, tokens, accessExpiresAt } = link
  // One link after the other: the row below must be of the same Discord account.
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(transaction)
  await sql`DELETE FROM discord_links WHERE user_id = ${userId} AND discord_id <> ${discordId}`.execute(
    transaction,
  )
  // Revoking an earlier token would end the new ones: at Discord they belong to one authorization.
  await sql`DELETE FROM discord_unlinks WHERE discord_id = ${discordId}`.execute(transaction)
  await sql`
    INSERT INTO discord_links (user_id, discord_id, discord_name, tokens, access_expires_at)
    VALUES (${userId}, ${discordId}, ${discordName}, ${tokens}, ${accessExpiresAt})
    ON CONFLICT (user_id) DO UPDATE SET discord_name = excluded.discord_name, tokens = excluded.tokens,
      access_expires_at = excluded.access_expires_at, linked_at = excluded.linked_at, due_at = now(),
      queued_at = now(), attempts = 0, last_error = NULL
  `.execute(transaction)
}

/** Returns false when there was none. A trigger queues its removal at Discord. */
export async function deleteLink(executor: Executor, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM discord_links WHERE user_id = ${userId}`.execute(executor)
  return numAffectedRows === 1n
}

/** The figures of a member: the rank that the site grants and everybody sees, and a settled rating, of this season and a listed mode. */
const figuresOf = (requirement: RankRequirement, userId: RawBuilder<unknown>) => sql`
  SELECT left(users.shown_name, 100) AS name,
    granted.level::int AS rank_level, granted.number::int AS rank_id,
    coalesce((SELECT round(max(ratings.rating) / 100.0) FROM ratings
      JOIN rating_tracks AS tracks ON tracks.id = track_id JOIN modes ON modes.key = tracks.mode
      WHERE ratings.user_id = users.id AND listed AND deviation <= ${settledDeviation * 100}
        AND season_id = coalesce((SELECT CASE WHEN now() < ends_at THEN id ELSE -id END FROM seasons
          WHERE starts_at <= now() ORDER BY starts_at DESC LIMIT 1), 0)), 0)::int AS rating,
    coalesce((SELECT matches FROM player_stats WHERE user_id = users.id AND board_id = (
      SELECT id FROM boards WHERE game_type = 'overall' AND period = 'all')), 0)::int AS matches
  FROM users JOIN ranks AS held ON held.key = ${grantedRank(requirement)}
  JOIN ranks AS granted ON granted.key = CASE WHEN held.is_shown THEN held.key ELSE 'Member' END
  WHERE users.id = ${userId}`

/**
 * Queues the links whose figures changed, of up to `limit` members behind `afterId`. Returns the id of the last one;
 * null at the end.
 */
export async function queueChangedLinks(
  executor: Executor,
  requirement: RankRequirement,
  afterId: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    WITH page AS (
      SELECT user_id FROM discord_links WHERE user_id > ${afterId} ORDER BY user_id LIMIT ${limit}
    ), queued AS (
      UPDATE discord_links AS link SET due_at = now(), queued_at = now(), attempts = 0
      FROM page CROSS JOIN LATERAL (${figuresOf(requirement, sql`page.user_id`)}) AS figures
      WHERE link.user_id = page.user_id AND link.due_at IS NULL
        AND (link.sent_name, link.rank_level, link.rank_id, link.rating, link.matches)
          IS DISTINCT FROM (figures.name, figures.rank_level, figures.rank_id, figures.rating, figures.matches)
    )
    SELECT max(user_id) AS last FROM page
  `.execute(executor)
  return rows[0]!.last
}

export interface ClaimedLink extends StoredTokens, RoleFigures, Claimed {
  readonly userId: number
  readonly discordId: string
  readonly discordName: string
  readonly linkedAt: Date
}

type Link = Pick<ClaimedLink, 'userId' | 'linkedAt'>

/** Condition of a link that was not replaced since it was claimed. */
const isSame = ({ userId, linkedAt }: Link) => sql`user_id = ${userId} AND linked_at = ${linkedAt}`

/**
 * Links whose figures changed, each claimed with the figures of now. A rate limit may be the application's: all wait.
 */
export const linkQueue = (requirement: RankRequirement): Queue<ClaimedLink> => ({
  name: 'linked roles',
  // About a week; the next change of figures tries again.
  maxAttempts: 175,
  maxDays: 7,
  async claim(executor, { limit, leaseSeconds }) {
    const { rows } = await sql<ClaimedLink>`
      WITH due AS MATERIALIZED (${dueRows('discord_links', sql`user_id`, { limit })})
      UPDATE discord_links AS link SET attempts = attempts + 1, due_at = ${inSeconds(leaseSeconds)},
        sent_name = figures.name, rank_level = figures.rank_level, rank_id = figures.rank_id, rating = figures.rating, matches = figures.matches
      FROM due CROSS JOIN LATERAL (${figuresOf(requirement, sql`due.user_id`)}) AS figures
      WHERE link.user_id = due.user_id
      RETURNING link.user_id AS "userId", discord_id AS "discordId", discord_name AS "discordName",
        linked_at AS "linkedAt", tokens, access_expires_at AS "accessExpiresAt", attempts, queued_at AS "queuedAt",
        sent_name AS name,
        link.rank_level AS "rankLevel", link.rank_id AS "rankId", link.rating, link.matches
    `.execute(executor)
    return { items: rows, due: rows.length }
  },
  async end(executor, link, refusal) {
    await (refusal === undefined
      ? sql`UPDATE discord_links SET due_at = NULL, attempts = 0, synced_at = now(), last_error = NULL
          WHERE ${isSame(link)}`
      : sql`UPDATE discord_links SET due_at = NULL, attempts = 0, last_error = left(${refusal}, 200)
          WHERE ${isSame(link)}`
    ).execute(executor)
  },
  async postpone(executor, link, reason, retryAfter) {
    if (retryAfter !== undefined) return postponeLinks(executor, link, retryAfter)
    await sql`
      UPDATE discord_links SET last_error = ${reason.slice(0, 200)}, due_at = ${nextAttempt(link.attempts, 0, firstPause)}
      WHERE ${isSame(link)} AND attempts = ${link.attempts}
    `.execute(executor)
  },
})

/** The refused attempt does not count. */
async function postponeLinks(executor: Executor, link: Link, seconds: number): Promise<void> {
  await sql`
    UPDATE discord_links SET attempts = CASE WHEN ${isSame(link)} THEN attempts - 1 ELSE attempts END,
      due_at = CASE WHEN ${isSame(link)} THEN paused.until ELSE greatest(due_at, paused.until) END
    FROM (SELECT ${inSeconds(seconds)} AS until) AS paused
    WHERE due_at IS NOT NULL
  `.execute(executor)
}

/** Deletes a link that Discord no longer accepts. False if it was replaced in the meantime. */
export async function deleteLostLink(transaction: Executor, link: Link): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM discord_links WHERE ${isSame(link)}`.execute(transaction)
  return numAffectedRows === 1n
}

/**
 * Replaces refreshed tokens where they are: in the link, or in the queue when it was unlinked meanwhile. Returns false
 * when they are in neither any more.
 */
export async function replaceTokens(
  transaction: Executor,
  before: StoredTokens,
  { tokens, accessExpiresAt }: StoredTokens,
): Promise<boolean> {
  const { rows } = await sql`
    WITH linked AS (
      UPDATE discord_links SET tokens = ${tokens}, access_expires_at = ${accessExpiresAt}
      WHERE tokens = ${before.tokens} RETURNING 1
    ), unlinked AS (
      UPDATE discord_unlinks SET tokens = ${tokens}, access_expires_at = ${accessExpiresAt}
      WHERE tokens = ${before.tokens} RETURNING 1
    )
    SELECT FROM linked UNION ALL SELECT FROM unlinked
  `.execute(transaction)
  return rows.length > 0
}

export interface ClaimedUnlink extends StoredTokens, Claimed {
  readonly id: number
  readonly discordId: string
}

/** Links to end at Discord. */
export const unlinkQueue: Queue<ClaimedUnlink> = {
  name: 'ends of linked roles',
  // About nine hours after the first attempt.
  maxAttempts: 15,
  maxDays: 3,
  async claim(executor, { limit, leaseSeconds }) {
    const { rows } = await sql<ClaimedUnlink>`
      WITH due AS MATERIALIZED (${dueRows('discord_unlinks', sql`id`, { limit })})
      UPDATE discord_unlinks AS unlink SET attempts = attempts + 1, due_at = ${inSeconds(leaseSeconds)}
      FROM due WHERE unlink.id = due.id
      RETURNING unlink.id, discord_id AS "discordId", tokens, access_expires_at AS "accessExpiresAt", attempts,
        queued_at AS "queuedAt"
    `.execute(executor)
    return { items: rows, due: rows.length }
  },
  async end(executor, { id }) {
    await sql`DELETE FROM discord_unlinks WHERE id = ${id}`.execute(executor)
  },
  async postpone(executor, { id, attempts }, _reason, retryAfter) {
    if (retryAfter !== undefined) return postponeUnlinks(executor, id, retryAfter)
    await sql`
      UPDATE discord_unlinks SET due_at = ${nextAttempt(attempts, 0, firstPause)}
      WHERE id = ${id} AND attempts = ${attempts}
    `.execute(executor)
  },
}

/** Lets all removals wait. The refused attempt does not count. */
async function postponeUnlinks(executor: Executor, id: number, seconds: number): Promise<void> {
  await sql`
    UPDATE discord_unlinks SET attempts = CASE WHEN id = ${id} THEN attempts - 1 ELSE attempts END,
      due_at = CASE WHEN id = ${id} THEN paused.until ELSE greatest(due_at, paused.until) END
    FROM (SELECT ${inSeconds(seconds)} AS until) AS paused
  `.execute(executor)
}

/** Links to update and to end at Discord. */
export const readWaitingLinks = (executor: Executor): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT least(due_at, now()) AS since FROM (
        SELECT due_at FROM discord_links WHERE due_at IS NOT NULL UNION ALL SELECT due_at FROM discord_unlinks
      ) AS links ORDER BY due_at`,
  )
