import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { readWaiting, type Waiting } from '../../../platform/jobs/waiting.ts'

interface Fanout {
  readonly id: number
  readonly audience: string
  readonly kind: string
  readonly playerId: number | null
  readonly ranks: string[] | null
  readonly exceptUserId: number | null
  readonly concerns: number[]
  readonly collapseKey: string | null
  readonly lastUserId: number
}

/** Ids of the next members of an audience, in order. */
function audienceStep(fanout: Fanout, members: number): RawBuilder<{ id: number }> {
  if (fanout.audience === 'followers')
    return sql`SELECT follower_id AS id FROM follows
        WHERE player_id = ${fanout.playerId} AND NOT is_muted AND follower_id > ${fanout.lastUserId} ORDER BY follower_id LIMIT ${members}`
  const isStaff = sql`AND rank <> 'Member' AND rank = ANY (${fanout.ranks}) AND id IS DISTINCT FROM ${fanout.exceptUserId}
    AND NOT ${fanout.concerns}::int[] && ARRAY(SELECT hands_behind(id))`
  return sql`SELECT id FROM users WHERE username IS NOT NULL AND id > ${fanout.lastUserId}
    ${fanout.audience === 'staff' ? isStaff : sql``} ORDER BY id LIMIT ${members}`
}

/** What becomes of a notification that is there already. */
const onConflict = ({ collapseKey }: Fanout) =>
  collapseKey === null
    ? sql`DO NOTHING`
    : sql`DO UPDATE SET id = DEFAULT, title = excluded.title, text = excluded.text, said = excluded.said, link = excluded.link,
        on_site = excluded.on_site, read_at = NULL, created_at = now() WHERE notifications.read_at IS NOT NULL`

export const areFanoutsDue = () => sql`EXISTS (SELECT FROM notification_fanouts WHERE done_at IS NULL)`

/**
 * Makes the notifications of the next members of one queued event. Returns false when no event waits. Several processes
 * take different events; what a killed process did not commit is made by the next one.
 */
export const fanOutStep = (database: Pick<Database, 'sql'>, members: number): Promise<boolean> =>
  database.sql.transaction().execute(async (transaction) => {
    const { rows } = await sql<Fanout>`
      SELECT id, audience, kind, player_id AS "playerId", ranks, except_user_id AS "exceptUserId", concerns,
        collapse_key AS "collapseKey", last_user_id AS "lastUserId"
      FROM notification_fanouts WHERE done_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    `.execute(transaction)
    const fanout = rows[0]
    if (fanout === undefined) return false
    await sql`
      WITH step AS (${audienceStep(fanout, members)}), made AS (
        INSERT INTO notifications (user_id, kind, event_key, title, text, said, link, player_id, news_id)
        SELECT step.id, fanouts.kind, coalesce(collapse_key, event_key), title, text, said, link, player_id, news_id
        FROM step, notification_fanouts AS fanouts
        WHERE fanouts.id = ${fanout.id}
        ON CONFLICT (user_id, event_key) ${onConflict(fanout)}
      )
      UPDATE notification_fanouts SET last_user_id = coalesce((SELECT max(id) FROM step), last_user_id),
        done_at = CASE WHEN (SELECT count(*) FROM step) < ${members} THEN now() END
      WHERE id = ${fanout.id}
    `.execute(transaction)
    return true
  })

export const readWaitingFanouts = ({ sql: executor }: Pick<Database, 'sql'>): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT created_at AS since FROM notification_fanouts WHERE done_at IS NULL ORDER BY id`,
  )

/** Deletes done events a day later: the notifications say what they said. */
export async function sweepFanouts({ sql: executor }: Pick<Database, 'sql'>): Promise<void> {
  await sql`DELETE FROM notification_fanouts WHERE done_at < now() - interval '1 day'`.execute(executor)
}
