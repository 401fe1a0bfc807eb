import { type RawBuilder, sql } from 'kysely'
import {
  maxCommonOpponents,
  maxOpponents,
  maxRecentResults,
  type OpponentOrder,
  recentMeetings,
} from '../../../../contract/players/players.ts'
import type { CommonOpponent, Opponent } from '../../../../contract/players/players-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { memberJson } from '../../accounts/users/avatar/queries.ts'
import { countsNowhere } from '../../matches/ledger/queries/matches.ts'
import { countedModes } from '../../matches/modes/queries.ts'

/** Game types except the reserved one, which counts nowhere. */
const countedGameTypes = sql`(SELECT key FROM modes WHERE made_by <> 'reserved')`

/** Whether `matches` counts: ranked, neither void nor excluded, just these two rows of match_players, on different sides. */
export const isDuel = (one: string, other: string) => {
  const of = (player: string, column: string) => sql.ref(`${player}.${column}`)
  return sql`ranked AND NOT ${countsNowhere} AND game_type IN ${countedGameTypes}
    AND (SELECT count(*) FROM match_players AS part WHERE part.match_id = matches.match_id) = 2
    AND (${of(one, 'team')} IS NULL AND ${of(other, 'team')} IS NULL OR ${of(one, 'team')} <> ${of(other, 'team')})
    AND (${of(one, 'result')}, ${of(other, 'result')}) IN (('win', 'loss'), ('loss', 'win'), ('draw', 'draw'))`
}

const duels = (scope: RawBuilder<unknown>) => sql`
  SELECT low.identity_id AS low_id, high.identity_id AS high_id, season_at(matches.ended_at) AS season_id, game_type,
    matches.ended_at, matches.match_id, low.result
  FROM matches
  JOIN match_players AS low ON low.match_id = matches.match_id
  JOIN match_players AS high ON high.match_id = matches.match_id AND high.identity_id > low.identity_id
  WHERE ${isDuel('low', 'high')} AND ${scope}`

const columns = sql`low_id, high_id, season_id, game_type, low_wins, high_wins, draws, last_ended_at, recent`

/** The rows of `head_to_head` that follow from matches. */
const computed = (scope: RawBuilder<unknown>) => sql`
  SELECT low_id, high_id, season_id, game_type, (count(*) FILTER (WHERE result = 'win'))::int AS low_wins,
    (count(*) FILTER (WHERE result = 'loss'))::int AS high_wins,
    (count(*) FILTER (WHERE result = 'draw'))::int AS draws, max(ended_at) AS last_ended_at,
    (array_agg(match_id ORDER BY ended_at DESC, match_id DESC))[1:${sql.lit(recentMeetings)}] AS recent
  FROM (${duels(scope)}) AS duels GROUP BY low_id, high_id, season_id, game_type`

export interface Pair {
  readonly low: number
  readonly high: number
}

const pairRows = (pairs: readonly Pair[]) =>
  sql`(SELECT low, high FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS pairs (low int, high int))`

/** Pairs of these matches that cannot be counted up: a match counts no more, or is not later than all that the pair has. */
export async function findLatePairs(transaction: Executor, matchIds: readonly string[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    SELECT DISTINCT low, high FROM (
      SELECT min(identity_id) AS low, max(identity_id) AS high, game_type, matches.ended_at, ${countsNowhere} AS counts_nowhere
      FROM matches JOIN match_players USING (match_id)
      WHERE match_id = ANY(${matchIds}::uuid[]) AND ranked GROUP BY matches.match_id HAVING count(*) = 2
    ) AS touched
    LEFT JOIN head_to_head AS kept ON kept.low_id = low AND kept.high_id = high AND kept.game_type = touched.game_type
      AND kept.season_id = season_at(ended_at)
    WHERE counts_nowhere OR last_ended_at >= ended_at
  `.execute(transaction)
  return rows
}

/** Replaces the rows in a scope by what follows from the matches; equal ones stay untouched. */
async function replaceRows(
  transaction: Executor,
  scope: { readonly ofMatches: RawBuilder<unknown>; readonly ofRows: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    WITH truth AS MATERIALIZED (${computed(scope.ofMatches)}), stray AS (
      DELETE FROM head_to_head AS kept WHERE ${scope.ofRows}
        AND NOT EXISTS (SELECT FROM truth WHERE (truth.low_id, truth.high_id, truth.season_id, truth.game_type)
          = (kept.low_id, kept.high_id, kept.season_id, kept.game_type))
    )
    INSERT INTO head_to_head AS kept (${columns}) SELECT ${columns} FROM truth
    ON CONFLICT (low_id, high_id, season_id, game_type) DO UPDATE
    SET low_wins = excluded.low_wins, high_wins = excluded.high_wins, draws = excluded.draws,
      last_ended_at = excluded.last_ended_at, recent = excluded.recent
    WHERE row(kept.*) IS DISTINCT FROM row(excluded.*)
  `.execute(transaction)
}

/** Computes all rows of these pairs again. */
export async function recomputePairs(transaction: Executor, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  await replaceRows(transaction, {
    ofMatches: sql`(low.identity_id, high.identity_id) IN ${pairRows(pairs)}`,
    ofRows: sql`(low_id, high_id) IN ${pairRows(pairs)}`,
  })
}

/** Computes all rows of these game types again. */
export const recomputeGameTypes = (transaction: Executor, gameTypes: readonly string[]) =>
  replaceRows(transaction, {
    ofMatches: sql`game_type = ANY(${gameTypes}::text[])`,
    ofRows: sql`game_type = ANY(${gameTypes}::text[])`,
  })

/** Adds these matches to their pairs, except those of `without`. */
export async function addDuels(
  transaction: Executor,
  matchIds: readonly string[],
  without: readonly Pair[],
): Promise<void> {
  const scope = sql`matches.match_id = ANY(${matchIds}::uuid[])
    AND (low.identity_id, high.identity_id) NOT IN ${pairRows(without)}`
  await sql`
    INSERT INTO head_to_head AS kept (${columns}) SELECT ${columns} FROM (${computed(scope)}) AS fresh
    ON CONFLICT (low_id, high_id, season_id, game_type) DO UPDATE
    SET low_wins = kept.low_wins + excluded.low_wins, high_wins = kept.high_wins + excluded.high_wins,
      draws = kept.draws + excluded.draws, last_ended_at = excluded.last_ended_at,
      recent = (excluded.recent || kept.recent)[1:${sql.lit(recentMeetings)}]
  `.execute(transaction)
}

export interface ComparedRows {
  readonly rows: number
  readonly differences: number
  /** The first difference, in readable form. */
  readonly example: string | null
}

/** Compares the stored rows with what follows from the matches. */
export async function compareRows(executor: Executor): Promise<ComparedRows> {
  const { rows } = await sql<ComparedRows>`
    WITH compared AS (
      SELECT low_id, high_id, game_type, row(truth.*)::text AS computed, row(stored.*)::text AS kept
      FROM (${computed(sql`true`)}) AS truth FULL JOIN (SELECT ${columns} FROM head_to_head) AS stored
        USING (low_id, high_id, season_id, game_type)
    )
    SELECT count(*)::int AS rows, (count(*) FILTER (WHERE computed IS DISTINCT FROM kept))::int AS differences,
      min('head-to-head of identities ' || low_id || ' and ' || high_id || ' in ' || game_type || ': matches '
        || coalesce(computed, 'none') || ', stored ' || coalesce(kept, 'none'))
        FILTER (WHERE computed IS DISTINCT FROM kept) AS example
    FROM compared
  `.execute(executor)
  return rows[0]!
}

/** Compares each player's 1v1 totals with the sum over all opponents. Totals are counted without pairs. */
export async function compareTotals(executor: Executor): Promise<ComparedRows> {
  const { rows } = await sql<ComparedRows>`
    WITH duel AS (
      SELECT matches.match_id FROM matches JOIN match_players USING (match_id)
      WHERE ranked AND NOT ${countsNowhere} AND game_type IN ${countedGameTypes}
      GROUP BY matches.match_id
      HAVING count(*) = 2 AND (count(team) = 0 OR count(DISTINCT team) = 2)
        AND array_agg(result ORDER BY result) IN (ARRAY['loss', 'win'], ARRAY['draw', 'draw'])
    ), totals AS (
      SELECT identity_id, (count(*) FILTER (WHERE result = 'win'))::int AS wins,
        (count(*) FILTER (WHERE result = 'loss'))::int AS losses, (count(*) FILTER (WHERE result = 'draw'))::int AS draws
      FROM match_players JOIN duel USING (match_id) GROUP BY 1
    ), sums AS (
      SELECT identity_id, sum(wins)::int AS wins, sum(losses)::int AS losses, sum(draws)::int AS draws FROM (
        SELECT low_id AS identity_id, low_wins AS wins, high_wins AS losses, draws FROM head_to_head
        UNION ALL SELECT high_id, high_wins, low_wins, draws FROM head_to_head
      ) AS sides GROUP BY 1
    ), compared AS (
      SELECT identity_id, row(totals.*)::text AS counted, row(sums.*)::text AS summed
      FROM totals FULL JOIN sums USING (identity_id)
    )
    SELECT count(*)::int AS rows, (count(*) FILTER (WHERE counted IS DISTINCT FROM summed))::int AS differences,
      min('1v1 totals of identity ' || identity_id || ': matches ' || coalesce(counted, 'none') || ', opponents '
        || coalesce(summed, 'none')) FILTER (WHERE counted IS DISTINCT FROM summed) AS example
    FROM compared
  `.execute(executor)
  return rows[0]!
}

/** Identities of a player; none of a deleted account. */
const identitiesOf = (userId: number) =>
  sql`(SELECT id FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL)`

/** All rows of a player, seen from their side. */
const seenBy = (userId: number) => sql`(
  SELECT high_id AS opponent_id, game_type, season_id, low_wins AS wins, high_wins AS losses, draws, last_ended_at
  FROM head_to_head WHERE low_id IN ${identitiesOf(userId)}
  UNION ALL
  SELECT low_id, game_type, season_id, high_wins, low_wins, draws, last_ended_at
  FROM head_to_head WHERE high_id IN ${identitiesOf(userId)})`

export interface RecordRow {
  readonly mode: string
  readonly modeName: string
  readonly season: number | null
  readonly wins: number
  readonly losses: number
  readonly draws: number
}

/** What a player won against another by mode and season, the newest season first, then the mode they met in most. */
export async function findRecord(executor: Executor, userId: number, otherId: number): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    SELECT mode, mode_name AS "modeName", CASE WHEN season_id > 0 THEN season_id END AS season,
      sum(wins)::int AS wins, sum(losses)::int AS losses, sum(draws)::int AS draws
    FROM ${seenBy(userId)} AS seen JOIN ${countedModes} AS counted USING (game_type)
    WHERE opponent_id IN ${identitiesOf(otherId)}
    GROUP BY mode, mode_name, season_id
    ORDER BY abs(season_id) DESC, season_id, sum(wins + losses + draws) DESC, mode LIMIT 200
  `.execute(executor)
  return rows
}

export interface OpponentRow {
  readonly user: Opponent['user']
  readonly wins: number
  readonly losses: number
  readonly draws: number
  readonly lastMatchAt: Date
  readonly recent: Opponent['recent']
}

const counts: Record<OpponentOrder, RawBuilder<unknown>> = {
  met: sql`sum(wins + losses + draws)`,
  lost: sql`sum(losses)`,
  beaten: sql`sum(wins)`,
}

/**
 * Results of a player's newest matches against an opponent, the newest first. The newest ten matches are in the ten rows
 * whose last match is newest.
 */
const recentResults = (userId: number, opponentId: RawBuilder<unknown>) => sql`(
  SELECT coalesce(json_agg(result ORDER BY ended_at DESC, match_id DESC), '[]') FROM (
    SELECT part.result, part.ended_at, part.match_id FROM (
      SELECT recent FROM head_to_head
      WHERE low_id IN ${identitiesOf(userId)}
          AND high_id IN (SELECT id FROM game_identities WHERE user_id = ${opponentId} AND forgotten_at IS NULL)
        OR high_id IN ${identitiesOf(userId)}
          AND low_id IN (SELECT id FROM game_identities WHERE user_id = ${opponentId} AND forgotten_at IS NULL)
      ORDER BY last_ended_at DESC LIMIT ${maxRecentResults}
    ) AS newest CROSS JOIN unnest(newest.recent) AS met (match_id)
    JOIN match_players AS part ON part.match_id = met.match_id AND part.identity_id IN ${identitiesOf(userId)}
    ORDER BY part.ended_at DESC, part.match_id DESC LIMIT ${maxRecentResults}
  ) AS results)`

/**
 * The opponents whom a player met most, lost to most or beat most, the latest first among equals; deleted accounts have no
 * name to show.
 */
export async function findOpponents(
  executor: Executor,
  userId: number,
  order: OpponentOrder,
): Promise<OpponentRow[]> {
  const count = counts[order]
  const { rows } = await sql<OpponentRow>`
    WITH met AS (
      SELECT opponent_id, sum(wins)::int AS wins, sum(losses)::int AS losses, sum(draws)::int AS draws,
        max(last_ended_at) AS last_ended_at
      FROM ${seenBy(userId)} AS seen GROUP BY 1
    ), opponents AS (
      SELECT user_id, sum(wins)::int AS wins, sum(losses)::int AS losses, sum(draws)::int AS draws,
        max(last_ended_at) AS last_ended_at, ${count} AS listed_by
      FROM met JOIN game_identities ON id = opponent_id WHERE forgotten_at IS NULL
      GROUP BY 1 HAVING ${count} > 0 ORDER BY ${count} DESC, max(last_ended_at) DESC, user_id LIMIT ${maxOpponents}
    )
    SELECT ${memberJson} AS user, wins, losses, draws, last_ended_at AS "lastMatchAt",
      ${recentResults(userId, sql`users.id`)} AS recent
    FROM opponents JOIN users ON users.id = user_id
    ORDER BY listed_by DESC, last_ended_at DESC, user_id
  `.execute(executor)
  return rows
}

/** A player's record against each opponent who still has a name. */
const metBy = (userId: number) => sql`(
  SELECT user_id, sum(wins)::int AS wins, sum(losses)::int AS losses, sum(draws)::int AS draws
  FROM ${seenBy(userId)} AS seen JOIN game_identities ON id = opponent_id WHERE forgotten_at IS NULL GROUP BY 1)`

/** Whom both players met, those first whom the one with fewer meetings met most. */
export async function findCommonOpponents(
  executor: Executor,
  userId: number,
  otherId: number,
): Promise<CommonOpponent[]> {
  const recordOf = (side: string) => sql`json_build_object('wins', ${sql.ref(`${side}.wins`)},
    'losses', ${sql.ref(`${side}.losses`)}, 'draws', ${sql.ref(`${side}.draws`)})`
  const { rows } = await sql<CommonOpponent>`
    WITH common AS (
      SELECT user_id, ${recordOf('a')} AS a, ${recordOf('b')} AS b,
        least(a.wins + a.losses + a.draws, b.wins + b.losses + b.draws) AS fewer
      FROM ${metBy(userId)} AS a JOIN ${metBy(otherId)} AS b USING (user_id)
      WHERE user_id NOT IN (${userId}, ${otherId})
      ORDER BY fewer DESC, user_id LIMIT ${maxCommonOpponents}
    )
    SELECT ${memberJson} AS user, a, b
    FROM common JOIN users ON users.id = user_id ORDER BY fewer DESC, user_id
  `.execute(executor)
  return rows
}

/** The newest 1v1 matches of two players, by what is stored of their pairs. */
export const recentMatches = (userId: number, otherId: number) => sql`(
  SELECT unnest(recent) AS match_id FROM head_to_head
  WHERE low_id IN ${identitiesOf(userId)} AND high_id IN ${identitiesOf(otherId)}
    OR low_id IN ${identitiesOf(otherId)} AND high_id IN ${identitiesOf(userId)})`
