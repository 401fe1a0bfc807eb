import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'

/** Number of ids in one sitemap file. */
const idsPerPart = 10_000

/** Maximum number of files in an index (sitemaps.org: 50,000). */
const maxParts = 50_000

/** Contains everybody with a ranked match. */
const overall = sql`(SELECT id FROM boards WHERE game_type = 'overall' AND period = 'all')`

/** Lists parts that contain players, with one index step per part instead of per player. */
export async function listParts(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    WITH RECURSIVE parts AS (
      (SELECT user_id / ${idsPerPart}::int AS part FROM player_stats WHERE board_id = ${overall}
        ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT user_id / ${idsPerPart}::int FROM player_stats
        WHERE board_id = ${overall} AND user_id >= (parts.part + 1)::bigint * ${idsPerPart}::int
        ORDER BY user_id LIMIT 1)
      FROM parts WHERE part IS NOT NULL
    )
    SELECT part FROM parts WHERE part IS NOT NULL LIMIT ${maxParts}
  `.execute(executor)
  return rows.map(({ part }) => part)
}

const maxNews = 1_000
const maxCups = 1_000

export interface PublishedNews {
  readonly slug: string
  /** When it was published, or last edited since. */
  readonly changedAt: Date
}

/** Published news items, newest first. */
export async function listNewsForSitemap(executor: Executor): Promise<PublishedNews[]> {
  const { rows } = await sql<PublishedNews>`
    SELECT slug, coalesce(edited_at, published_at) AS "changedAt" FROM news
    WHERE published_at IS NOT NULL ORDER BY published_at DESC, id DESC LIMIT ${maxNews}
  `.execute(executor)
  return rows
}

/** Ids of the newest cups. */
export async function listCupsForSitemap(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT event_id AS id FROM cups ORDER BY event_id DESC LIMIT ${maxCups}
  `.execute(executor)
  return rows.map(({ id }) => id)
}

export interface RankedPlayer {
  readonly id: number
  /** When their newest ranked match came, a match was voided or excluded by staff, or their profile changed. */
  readonly changedAt: Date
}

/** Players of a part with ranked matches, by id; at most `idsPerPart`. */
export async function listRankedPlayers(executor: Executor, part: number): Promise<RankedPlayer[]> {
  const from = part * idsPerPart
  const isOfPart = (id: RawBuilder<unknown>) =>
    sql`${id} >= ${from}::bigint AND ${id} < ${from + idsPerPart}::bigint`
  const { rows } = await sql<RankedPlayer>`
    WITH taken_back AS (
      -- By the game server's clock, which may be behind: not before the match came.
      SELECT match_id, greatest(at, received_at) AS at FROM match_voids JOIN matches USING (match_id)
      UNION ALL SELECT match_id, created_at FROM ruling_matches JOIN ruling_decisions USING (ruling_id)
    ), corrected AS (
      SELECT user_id, max(at) AS at FROM taken_back JOIN match_players USING (match_id)
      JOIN game_identities ON game_identities.id = identity_id
      WHERE ${isOfPart(sql`user_id`)} GROUP BY user_id
    )
    SELECT user_id AS id,
      least(now(), greatest(coalesce(received_at, last_ended_at), corrected.at, users.changed_at)) AS "changedAt"
    FROM player_stats JOIN users ON users.id = user_id
    LEFT JOIN matches ON matches.match_id = last_match_id LEFT JOIN corrected USING (user_id)
    WHERE board_id = ${overall} AND ${isOfPart(sql`user_id`)}
    ORDER BY user_id
  `.execute(executor)
  return rows
}
