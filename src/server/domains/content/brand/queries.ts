import { sql } from 'kysely'
import type { Executor } from '../../../platform/database.ts'

/** Number of ids in one sitemap file. */
export const idsPerPart = 10_000

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

export interface RankedPlayer {
  readonly id: number
  /** End of their newest ranked match. */
  readonly playedAt: Date
}

/** Players of a part with ranked matches, by id; at most `idsPerPart`. */
export async function listRankedPlayers(executor: Executor, part: number): Promise<RankedPlayer[]> {
  const from = part * idsPerPart
  const { rows } = await sql<RankedPlayer>`
    SELECT user_id AS id, last_ended_at AS "playedAt" FROM player_stats
    WHERE board_id = ${overall} AND user_id >= ${from}::bigint AND user_id < ${from + idsPerPart}::bigint
    ORDER BY user_id
  `.execute(executor)
  return rows
}
