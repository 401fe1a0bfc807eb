import { sql } from 'kysely'
import { narrowedMatches } from '../../../../contract/players/players.ts'
import type { ListedMatch } from '../../../../contract/players/players-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { countedModes } from '../../matches/modes/queries.ts'
import { ratingsOfRow } from '../../rankings/ratings/queries/ratings.ts'
import { type MatchRow, matchColumns, matchOf } from './matches.ts'

/** The position after which matches have arrived since this time; at the end when none has. */
export async function positionAt(executor: Executor, time: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    SELECT coalesce((SELECT position - 1 FROM match_arrivals WHERE at >= ${time}::timestamptz ORDER BY at, position LIMIT 1),
      (SELECT max(position) FROM match_arrivals), 0)::float8 AS position
  `.execute(executor)
  return rows[0]!.position
}

interface Arrival {
  readonly position: number
  readonly matchId: string
  readonly isWanted: boolean
}

interface Arrivals {
  readonly matches: ListedMatch[]
  /** The last position that was looked at. */
  readonly last: number
  readonly more: boolean
}

/**
 * Matches that arrived after a position. Positions are given in the order of commits (sql/matches/number_match.sql): none
 * below one that is seen here can still come. Where a mode is asked for, the next `narrowedMatches` are looked at.
 */
export async function listArrivals(
  executor: Executor,
  {
    after,
    mode,
    limit,
  }: { readonly after: number; readonly mode: string | undefined; readonly limit: number },
): Promise<Arrivals> {
  const lookedAt = mode === undefined ? limit : narrowedMatches
  const { rows } = await sql<Arrival>`
    SELECT position::float8, match_id AS "matchId",
      ${mode === undefined ? sql`true` : sql`counted.mode = kept_mode(${mode})`} AS "isWanted"
    FROM (SELECT position, match_id FROM match_arrivals WHERE position > ${after} ORDER BY position
      LIMIT ${lookedAt + 1}) AS arrived
    JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    ORDER BY position
  `.execute(executor)
  const seen = rows.slice(0, lookedAt)
  const page = seen.filter(({ isWanted }) => isWanted).slice(0, limit)
  const isFull = page.length === limit
  const last = (isFull ? page.at(-1) : seen.at(-1))?.position ?? after
  const ids = page.map(({ matchId }) => matchId)
  return { matches: await listInOrder(executor, ids), last, more: (rows.at(-1)?.position ?? after) > last }
}

async function listInOrder(executor: Executor, ids: readonly string[]): Promise<ListedMatch[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MatchRow & Pick<ListedMatch, 'score' | 'ratings'>>`
    SELECT ${matchColumns}, (SELECT score FROM match_facts WHERE match_facts.match_id = matches.match_id) AS score,
      ${ratingsOfRow} AS ratings
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS page (match_id, n)
    JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    ORDER BY n
  `.execute(executor)
  return rows.map((row) => matchOf(row))
}
