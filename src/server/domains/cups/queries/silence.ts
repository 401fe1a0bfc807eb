import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'

/** Milliseconds since a game server was last heard; null when none ever was. */
export async function readSilence(executor: Executor): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM clock_timestamp() - max(received_at)) * 1000)::float8 AS ms
    FROM heartbeats JOIN game_servers ON game_servers.id = server_id AND revoked_at IS NULL
  `.execute(executor)
  return rows[0]!.ms
}

/** Which of these identities a game server lists now, or played a match that began since a moment. */
export async function findPresent(
  executor: Executor,
  identityIds: readonly number[],
  since: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT identity_id AS id FROM presence_players JOIN presence_parts USING (server_id, part)
    WHERE identity_id = ANY(${[...identityIds]}::int[])
      AND received_at > now() - 3 * next_poll_ms * interval '1 millisecond'
    UNION
    SELECT identity_id FROM match_players JOIN matches USING (match_id)
    WHERE identity_id = ANY(${[...identityIds]}::int[]) AND match_players.ended_at >= to_timestamp(${since / 1000})
      AND started_at >= to_timestamp(${since / 1000})
  `.execute(executor)
  return new Set(rows.map(({ id }) => id))
}
