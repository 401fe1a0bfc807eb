import { sql } from 'kysely'
import type { RankedContent } from '../../../../../contract/content/ranked-schemas.ts'
import { accountsBehindReader } from '../../../../platform/conflicts.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { playersNamed } from '../../../../platform/database/name-search.ts'
import { countsNowhere } from '../../../matches/ledger/queries/matches.ts'
import { maxCandidates } from '../../leaderboard/queries.ts'
import { type RatedRow, ratingOrder, shownRows } from '../../ratings/queries/board.ts'

/** Copies a season's ratings with their positions and tiers. */
export async function insertStandings(
  transaction: Executor,
  seasonId: number,
  tiers: RankedContent['tiers'],
): Promise<void> {
  await sql`
    INSERT INTO season_standings (season_id, track_id, identity_id, position, rating, deviation, volatility, matches, wins,
      tier, tier_colour)
    SELECT season_id, track_id, part.identity_id,
      CASE WHEN on_board THEN row_number() OVER (PARTITION BY track_id, on_board ORDER BY ${ratingOrder}) END,
      ratings.rating, ratings.deviation, ratings.volatility, ratings.matches, ratings.wins, tier.name, tier.colour
    FROM ratings
    CROSS JOIN LATERAL (
      SELECT identity_id FROM match_players JOIN game_identities AS identities ON identities.id = identity_id
      WHERE match_id = last_match_id AND identities.user_id = ratings.user_id ORDER BY 1 LIMIT 1
    ) AS part
    CROSS JOIN LATERAL (
      SELECT name, colour FROM jsonb_to_recordset(${JSON.stringify(tiers)}::jsonb) AS tiers (name text, colour text, "from" int)
      WHERE "from" * 100 <= greatest(ratings.rating, 0) ORDER BY "from" DESC LIMIT 1
    ) AS tier
    WHERE season_id = ${seasonId}
  `.execute(transaction)
}

/** Marks standings of closed seasons behind which a queued void lies. Their numbers stay. */
export async function markLateVoids(transaction: Executor): Promise<void> {
  await sql`
    UPDATE season_standings AS standing SET has_late_void = true
    FROM rating_queue JOIN matches USING (match_id) JOIN rating_history AS history USING (match_id)
    JOIN game_identities AS played ON played.id = history.identity_id
    JOIN game_identities AS same ON same.user_id = played.user_id
    WHERE standing.season_id = history.season_id AND standing.track_id = history.track_id
      AND standing.identity_id = same.id AND NOT has_late_void AND ${countsNowhere}
  `.execute(transaction)
}

/** The final board of a mode in a closed season. */
export interface FinalBoard {
  readonly seasonId: number
  readonly trackId: number
}

interface Page {
  readonly limit: number
  readonly offset: number
}

const onBoard = ({ seasonId, trackId }: FinalBoard) =>
  sql`season_id = ${seasonId} AND track_id = ${trackId} AND standing.position IS NOT NULL`

const finalColumns = sql`, page.tier, page.tier_colour AS "tierColour", page.has_late_void AS "hasLateVoid"`

export async function countFinal(executor: Executor, board: FinalBoard): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(max(position), 0)::int AS total FROM season_standings AS standing WHERE ${onBoard(board)}
  `.execute(executor)
  return rows[0]!.total
}

export async function readFinalPage(
  executor: Executor,
  board: FinalBoard,
  mode: string,
  { limit, offset }: Page,
): Promise<RatedRow[]> {
  const { rows } = await sql<RatedRow>`
    WITH page AS (
      SELECT standing.*, user_id FROM season_standings AS standing JOIN game_identities AS identities ON identities.id = identity_id
      WHERE ${onBoard(board)} AND standing.position > ${offset} AND standing.position <= ${offset}::bigint + ${limit}
    )
    ${shownRows(mode, finalColumns)} ORDER BY position
  `.execute(executor)
  return rows
}

export async function searchFinal(
  executor: Executor,
  board: FinalBoard,
  mode: string,
  search: string,
  { limit, offset }: Page,
): Promise<{ total: number; rows: RatedRow[] }> {
  const candidates = sql`
    SELECT standing.*, user_id FROM (${playersNamed(search)}) AS named
    JOIN game_identities AS identities ON identities.user_id = named.id
    JOIN season_standings AS standing ON standing.identity_id = identities.id
    WHERE ${onBoard(board)}
    LIMIT ${maxCandidates}`
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (${candidates}) AS candidates
  `.execute(executor)
  const { rows } = await sql<RatedRow>`
    WITH candidates AS MATERIALIZED (${candidates}),
    page AS (SELECT * FROM candidates ORDER BY position LIMIT ${limit} OFFSET ${offset})
    ${shownRows(mode, finalColumns)} ORDER BY position
  `.execute(executor)
  return { total: counted.rows[0]!.total, rows }
}

/** One-based position; undefined for who was not on the board. */
export async function findFinalPosition(
  executor: Executor,
  board: FinalBoard,
  userId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ position: number | null }>`
    SELECT min(standing.position) AS position FROM season_standings AS standing
    JOIN game_identities AS identities ON identities.id = identity_id
    WHERE ${onBoard(board)} AND user_id = ${userId}
  `.execute(executor)
  return rows[0]?.position ?? undefined
}

/** A listed mode in whose ratings of a season a member is among the first, by any account of theirs. */
export async function findLedMode(
  executor: Executor,
  seasonId: number,
  memberId: number,
  places: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT modes.name FROM ratings
    JOIN rating_tracks AS tracks ON tracks.id = track_id JOIN modes ON modes.key = tracks.mode AND listed
    WHERE season_id = ${seasonId} AND on_board
      AND (user_id = ${memberId} OR user_id = ANY (${accountsBehindReader(memberId)}))
      AND (SELECT count(*) FROM (SELECT FROM ratings AS above
        WHERE above.track_id = ratings.track_id AND above.season_id = ratings.season_id AND above.on_board
          AND above.rating > ratings.rating LIMIT ${places}) AS counted) < ${places}
    ORDER BY modes.position, modes.id LIMIT 1
  `.execute(executor)
  return rows[0]?.name
}
