import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database.ts'
import { type BoardKey, boardName } from '../board-key.ts'

/** Cache of leaderboard ids, which never change. */
export class BoardIds {
  readonly #ids = new Map<string, number>()

  /** Creates missing leaderboards, outside of a transaction so that writers do not block each other. */
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
