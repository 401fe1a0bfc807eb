import { type RawBuilder, sql } from 'kysely'
import { isStaffRank, ranks } from '../../../../contract/accounts/ranks.ts'
import type { Database } from '../../../platform/database.ts'

interface Fanout {
  readonly id: number
  readonly audience: string
  readonly kind: string
  readonly playerId: number | null
  readonly lastUserId: number
}

/** Ids of the next members of an audience, in order. */
const audienceStep = (fanout: Fanout, members: number): RawBuilder<{ id: number }> =>
  fanout.audience === 'followers'
    ? sql`SELECT follower_id AS id FROM follows
        WHERE player_id = ${fanout.playerId} AND NOT is_muted AND follower_id > ${fanout.lastUserId} ORDER BY follower_id LIMIT ${members}`
    : sql`SELECT id FROM users WHERE username IS NOT NULL AND id > ${fanout.lastUserId}
        ${fanout.audience === 'staff' ? sql`AND rank = ANY (${ranks.filter(isStaffRank)})` : sql``} ORDER BY id LIMIT ${members}`

/**
 * Makes the notifications of the next members of one queued event. Returns false when no event waits. Several processes
 * take different events; what a killed process did not commit is made by the next one.
 */
export const fanOutStep = (database: Pick<Database, 'sql'>, members: number): Promise<boolean> =>
  database.sql.transaction().execute(async (transaction) => {
    const { rows } = await sql<Fanout>`
      SELECT id, audience, kind, player_id AS "playerId", last_user_id AS "lastUserId"
      FROM notification_fanouts WHERE done_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    `.execute(transaction)
    const fanout = rows[0]
    if (fanout === undefined) return false
    await sql`
      WITH step AS (${audienceStep(fanout, members)}), made AS (
        INSERT INTO notifications (user_id, kind, event_key, title, text, link, player_id)
        SELECT step.id, fanouts.kind, event_key, title, text, link, player_id FROM step, notification_fanouts AS fanouts
        WHERE fanouts.id = ${fanout.id}
        ON CONFLICT (user_id, event_key) DO NOTHING
      )
      UPDATE notification_fanouts SET last_user_id = coalesce((SELECT max(id) FROM step), last_user_id),
        done_at = CASE WHEN (SELECT count(*) FROM step) < ${members} THEN now() END
      WHERE id = ${fanout.id}
    `.execute(transaction)
    return true
  })

/** Deletes done events a day later: the notifications say what they said. */
export async function sweepFanouts({ sql: executor }: Pick<Database, 'sql'>): Promise<void> {
  await sql`DELETE FROM notification_fanouts WHERE done_at < now() - interval '1 day'`.execute(executor)
}
