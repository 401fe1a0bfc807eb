import { sql } from 'kysely'
import type { Executor } from './database.ts'

export interface ServerState {
  readonly isStandby: boolean
  readonly version: string
  readonly nowMs: number
}

/** Which server answers, and its clock. */
export async function readServer(database: Executor): Promise<ServerState> {
  const { rows } = await sql<ServerState>`
    SELECT pg_is_in_recovery() AS "isStandby", current_setting('server_version') AS version,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
  `.execute(database)
  return rows[0]!
}

interface Standbys {
  readonly count: number
  /** Empty: no standby is waited for. */
  readonly synchronousNames: string
  readonly synchronousCommit: string
}

/** The standbys that stream from this server. */
export async function readStandbys(database: Executor): Promise<Standbys> {
  const { rows } = await sql<Standbys>`
    SELECT (SELECT count(*)::int FROM pg_stat_replication) AS count,
      current_setting('synchronous_standby_names') AS "synchronousNames",
      current_setting('synchronous_commit') AS "synchronousCommit"
  `.execute(database)
  return rows[0]!
}

/** How many processes of the site listen for live messages, and how many connections the server has for all. */
export async function readConnections(
  database: Executor,
): Promise<{ readonly processes: number; readonly available: number }> {
  const { rows } = await sql<{ processes: number; available: number }>`
    SELECT count(*)::int AS processes,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS available
    FROM pg_stat_activity WHERE application_name = 'live' AND datname = current_database()
  `.execute(database)
  return rows[0]!
}
