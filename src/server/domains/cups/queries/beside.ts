import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** Cups that would lose this person, or let them in: they are an entrant of one that is not over, or may check in now. In id order. */
export async function findCupsOfPlayer(executor: Executor, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH own AS MATERIALIZED (SELECT array_agg(account) AS accounts FROM own_accounts(${userId}) AS account)
    SELECT cups.event_id AS id FROM own, cups JOIN events ON events.id = cups.event_id
    LEFT JOIN cup_views ON cup_views.event_id = cups.event_id
    WHERE coalesce(cup_views.state, 'open') NOT IN ('final', 'cancelled') AND (
      EXISTS (SELECT FROM cup_entrants JOIN game_identities ON game_identities.id = ANY(identity_ids)
        WHERE cup_entrants.event_id = cups.event_id AND user_id = ANY(accounts))
      OR is_check_in_open(cups, events) AND EXISTS (SELECT FROM event_registrations
        WHERE event_registrations.event_id = cups.event_id AND user_id = ANY(accounts))
    ) ORDER BY id
  `.execute(executor)
  return idsOf(rows)
}

/**
 * Cups in which these matches count, or would: between two entrants, in the mode of the cup, from its start until it was over.
 * In id order.
 */
export async function findCupsOfMatches(executor: Executor, matchIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH named AS MATERIALIZED (
      SELECT match_id, kept_mode(game_type) AS mode, ended_at FROM matches WHERE match_id = ANY(${[...matchIds]}::uuid[])
    ), spans AS MATERIALIZED (
      SELECT event_id, kept_mode(mode) AS mode, start_date, coalesce((SELECT min(at) FROM cup_facts
        WHERE cup_facts.event_id = cups.event_id AND kind IN ('closed', 'cancelled')), 'infinity') AS over_at
      FROM cups JOIN events ON events.id = event_id WHERE start_date <= (SELECT max(ended_at) FROM named)
    ), near AS MATERIALIZED (
      SELECT match_id, event_id FROM spans, generate_series(date_trunc('day', start_date),
        least(over_at, (SELECT max(ended_at) FROM named)), interval '1 day') AS day
      JOIN named ON date_trunc('day', ended_at) = day
      WHERE named.mode = spans.mode AND ended_at BETWEEN start_date AND over_at
    ), sides AS MATERIALIZED (
      SELECT event_id, entrant, unnest(identity_ids) AS identity_id FROM cup_entrants
      WHERE event_id IN (SELECT event_id FROM near)
    ), met AS (
      SELECT event_id FROM near JOIN match_players USING (match_id) JOIN sides USING (event_id, identity_id)
      GROUP BY event_id, match_id HAVING count(DISTINCT entrant) >= 2
    )
    SELECT event_id AS id FROM cup_matches WHERE match_id IN (SELECT match_id FROM named)
    UNION SELECT event_id FROM met ORDER BY id
  `.execute(executor)
  return idsOf(rows)
}

/** Cups that have begun and are not over, in one of these modes. In id order. */
export async function findRunningCupsOfModes(
  executor: Executor,
  modes: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT event_id AS id FROM cups JOIN cup_views USING (event_id)
    WHERE state IN ('running', 'paused', 'closing') AND kept_mode(mode) = ANY(${[...modes]}::text[]) ORDER BY id
  `.execute(executor)
  return idsOf(rows)
}
