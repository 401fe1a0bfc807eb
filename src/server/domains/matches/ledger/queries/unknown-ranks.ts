import { sql } from 'kysely'
import { rankCalled } from '../../../../../contract/accounts/ranks.ts'
import type { UnknownRank } from '../../../../../contract/matches/game-servers-schemas.ts'
import { ingestLimits } from '../../../../../contract/matches/ingest.ts'
import type { Executor } from '../../../../platform/database/database.ts'

/** Counts names, one for each time that a game server said it. New ones above the limit of the server are left out. */
export async function countUnknownRanks(
  transaction: Executor,
  serverId: number,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await sql`
    WITH said AS (
      SELECT name, count(*) AS count, name IN (SELECT name FROM unknown_ranks WHERE server_id = ${serverId}) AS is_counted
      FROM unnest(${names}::text[]) AS name GROUP BY name
    ), numbered AS (
      SELECT *, row_number() OVER (PARTITION BY is_counted ORDER BY count DESC, name) AS n FROM said
    )
    INSERT INTO unknown_ranks AS old (server_id, name, count, last_at)
    SELECT ${serverId}, name, count, now() FROM numbered
    WHERE is_counted OR n + (SELECT count(*) FROM unknown_ranks WHERE server_id = ${serverId}) <= ${ingestLimits.unknownRanks}
    -- The same order in every process, because each row is locked until its events are stored.
    ORDER BY name
    ON CONFLICT (server_id, name) DO UPDATE SET count = old.count + excluded.count, last_at = excluded.last_at
  `.execute(transaction)
}

/** Those that are still unknown, the most frequent first. */
export async function listUnknownRanks(executor: Executor): Promise<UnknownRank[]> {
  const rows = await executor
    .selectFrom('unknown_ranks')
    .innerJoin('game_servers', 'game_servers.id', 'server_id')
    .select(['unknown_ranks.name', 'game_servers.name as server', 'count', 'last_at'])
    .where('revoked_at', 'is', null)
    .orderBy('count', 'desc')
    .orderBy('unknown_ranks.name')
    .orderBy('server_id')
    .limit(200)
    .execute()
  return rows
    .filter(({ name }) => rankCalled(name) === undefined)
    .map(({ name, server, count, last_at }) => ({
      name,
      server,
      count: Number(count),
      lastAt: last_at.toISOString(),
    }))
}

/** Deletes what no game server said for 30 days, and what a rank answers to by now. */
export async function sweepUnknownRanks(executor: Executor): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT name FROM unknown_ranks`.execute(executor)
  const known = rows.map(({ name }) => name).filter((name) => rankCalled(name) !== undefined)
  await sql`
    DELETE FROM unknown_ranks WHERE last_at < now() - interval '30 days' OR name = ANY(${known}::text[])
  `.execute(executor)
}
