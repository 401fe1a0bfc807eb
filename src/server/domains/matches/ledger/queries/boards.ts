import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import { type BoardKey, boardName } from '../board-key.ts'

/** First UTC day of the running month or ISO week, or 1970-01-01; as `periodStart`. */
export const runningSince = (
  period: RawBuilder<unknown>,
) => sql`CASE ${period} WHEN 'all' THEN date '1970-01-01'
  ELSE date_trunc(${period}, now() AT TIME ZONE 'UTC')::date END`

/** Whether the period of a row of `boards` has not ended: only such boards are shown, written and verified. */
export const isRunning = sql`boards.starts_on >= ${runningSince(sql`boards.period`)}`

/** Players per transaction. */
const step = 10_000

/**
 * Deletes a part of a board whose period ended more than a day ago; no transaction that still writes to it is that old.
 * False when there is none that another process does not handle.
 */
export async function deleteEndedBoard(transaction: Executor): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM boards WHERE period <> 'all'
      AND starts_on + ('1 ' || period)::interval < (now() AT TIME ZONE 'UTC') - interval '1 day'
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
  `.execute(transaction)
  const [board] = rows
  if (board === undefined) return false
  const { numAffectedRows } = await sql`
    DELETE FROM player_stats WHERE board_id = ${board.id} AND user_id IN (
      SELECT user_id FROM player_stats WHERE board_id = ${board.id} LIMIT ${step})
  `.execute(transaction)
  if (Number(numAffectedRows) === step) return true
  await sql`DELETE FROM board_counts WHERE board_id = ${board.id}`.execute(transaction)
  await sql`DELETE FROM boards WHERE id = ${board.id}`.execute(transaction)
  return true
}

/** Cache of leaderboard ids, which never change. */
export class BoardIds {
  readonly #ids = new Map<string, number>()

  /** Creates missing boards. Call it before the transaction, so that writers do not block each other. */
  async ensure(executor: Executor, keys: readonly BoardKey[]): Promise<void> {
    const missing = new Map(
      keys.filter((key) => !this.#ids.has(boardName(key))).map((key) => [boardName(key), key]),
    )
    if (missing.size === 0) return
    const wanted = JSON.stringify([...missing.values()])
    const columns = sql`jsonb_to_recordset(${wanted}::jsonb) AS wanted ("gameType" text, period text, "startsOn" date)`
    await sql`
      INSERT INTO boards (game_type, period, starts_on) SELECT "gameType", period, "startsOn" FROM ${columns}
      WHERE NOT EXISTS (SELECT FROM boards WHERE (game_type, period, starts_on) = ("gameType", wanted.period, "startsOn"))
      ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING
    `.execute(executor)
    const { rows } = await sql<BoardKey & { id: number }>`
      SELECT id, game_type AS "gameType", boards.period, starts_on::text AS "startsOn"
      FROM boards JOIN ${columns} ON (game_type, boards.period, starts_on) = ("gameType", wanted.period, "startsOn")
    `.execute(executor)
    for (const row of rows) this.#ids.set(boardName(row), row.id)
  }

  /** The leaderboard must have been passed to `ensure`. */
  idOf(key: BoardKey): number {
    const id = this.#ids.get(boardName(key))
    if (id === undefined) throw new Error(`the board ${boardName(key)} was not made`)
    return id
  }
}
