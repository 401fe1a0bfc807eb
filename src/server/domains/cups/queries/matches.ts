import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import type { NamedMatch } from '../../matches/ledger/cup-matches.ts'
import { isVoid } from '../../matches/ledger/queries/matches.ts'
import type { LedgerMatch } from '../engine/cup.ts'

/** Matches of the ledger between these identities, from a moment on. */
export async function readCupMatches(
  executor: Executor,
  identityIds: readonly number[],
  from: number,
): Promise<LedgerMatch[]> {
  if (identityIds.length === 0) return []
  const { rows } = await sql<LedgerMatch>`
    WITH met AS MATERIALIZED (
      SELECT match_id FROM match_players
      WHERE identity_id = ANY(${[...identityIds]}::int[]) AND ended_at >= to_timestamp(${from / 1000})
      GROUP BY match_id HAVING count(*) >= 2
    )
    SELECT match_id AS "matchId", kept_mode(game_type) AS mode, ranked,
      (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt",
      (extract(epoch FROM ended_at) * 1000)::float8 AS "endedAt",
      round(extract(epoch FROM received_at) * 1000)::float8 AS "receivedAt",
      round(extract(epoch FROM coalesce(excluded.at, voided.at)) * 1000)::float8 AS "voidedAt",
      cup_match_id AS "cupMatchId",
      (SELECT json_agg(json_build_object('identityId', identity_id, 'team', team, 'result', result, 'kills', kills)
        ORDER BY identity_id) FROM match_players WHERE match_players.match_id = matches.match_id) AS players
    FROM met JOIN matches USING (match_id)
    LEFT JOIN LATERAL (SELECT min(at) AS at FROM match_voids
      WHERE match_voids.match_id = matches.match_id AND ${isVoid}) AS voided ON true
    LEFT JOIN LATERAL (
      SELECT max(created_at) AS at FROM excluded_matches JOIN ruling_decisions USING (ruling_id)
      WHERE excluded_matches.match_id = matches.match_id
    ) AS excluded ON true
  `.execute(executor)
  return rows
}

/** Which of these matches name a match of a cup that was not called, or are not between its two sides. */
export async function findMisnamed(executor: Executor, matchIds: readonly string[]): Promise<NamedMatch[]> {
  const { rows } = await sql<NamedMatch>`
    SELECT match_id AS "matchId", cup_match_id AS "cupMatchId"
    FROM matches LEFT JOIN LATERAL regexp_match(cup_match_id, '^([0-9]{1,9})-([a-z][0-9.]+)-([0-9]+)$') AS part ON true
    WHERE match_id = ANY(${[...matchIds]}::uuid[]) AND cup_match_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM cup_facts AS call
      JOIN cup_entrants AS a ON a.event_id = call.event_id AND a.entrant = (call.data ->> 'a')::int
      JOIN cup_entrants AS b ON b.event_id = call.event_id AND b.entrant = (call.data ->> 'b')::int
      WHERE call.event_id = part[1]::int AND call.key = 'called:' || part[2] || ':' || part[3]
        AND (SELECT bool_or(identity_id = ANY(a.identity_ids)) AND bool_or(identity_id = ANY(b.identity_ids))
            AND bool_and(identity_id = ANY(a.identity_ids || b.identity_ids))
          FROM match_players WHERE match_players.match_id = matches.match_id))
  `.execute(executor)
  return rows
}
