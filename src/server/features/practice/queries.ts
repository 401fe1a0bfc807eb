import { type Kysely, sql } from 'kysely'
import type { PracticeCategory, PracticeMode } from '../../../contract/practice.ts'
import type { DB } from '../../platform/schema.ts'

interface NewPracticeMode {
  readonly category: PracticeCategory
  readonly name: string
  readonly description: string
  readonly position: number
}

/** At most this many of a category (rulings, Lists are bounded). */
const most = 200

/** A category's modes in their order. Heartbeats count as long as they do for the status: three times their interval. */
export async function listPracticeModes(
  executor: Kysely<DB>,
  category: PracticeCategory,
): Promise<PracticeMode[]> {
  const { rows } = await sql<PracticeMode>`
    WITH queued AS (
      SELECT lower(queue.key) AS name, sum(queue.value::int) AS players
      FROM heartbeats
      JOIN game_servers ON game_servers.id = heartbeats.server_id
      CROSS JOIN LATERAL jsonb_each_text(heartbeats.queues) AS queue
      WHERE game_servers.revoked_at IS NULL
        AND heartbeats.received_at > now() - 3 * heartbeats.next_poll_ms * interval '1 millisecond'
      GROUP BY lower(queue.key)
    )
    SELECT id, practice_modes.name, description, category, least(queued.players, 2147483647)::int AS queue
    FROM practice_modes LEFT JOIN queued ON queued.name = lower(practice_modes.name)
    WHERE category = ${category}
    ORDER BY position, id LIMIT ${most}
  `.execute(executor)
  return rows
}

/** Stores all of them, or nothing where there is a row already. */
export async function fillEmptyTable(
  transaction: Kysely<DB>,
  modes: readonly NewPracticeMode[],
): Promise<void> {
  await sql`
    INSERT INTO practice_modes (category, name, description, position)
    SELECT category, name, description, position
    FROM jsonb_to_recordset(${JSON.stringify(modes)}::jsonb)
      AS new (category text, name text, description text, position integer)
    WHERE NOT EXISTS (SELECT FROM practice_modes)
    ORDER BY category, position
  `.execute(transaction)
}
