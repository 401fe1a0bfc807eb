import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'

export interface EventDates {
  readonly hasEnd: boolean
  readonly hasBegun: boolean
}

/** Undefined when the event does not exist. */
export async function findEventDates(executor: Executor, id: number): Promise<EventDates | undefined> {
  const { rows } = await sql<EventDates>`
    SELECT end_date IS NOT NULL AS "hasEnd", NOT tba AND start_date <= now() AS "hasBegun" FROM events WHERE id = ${id}
  `.execute(executor)
  return rows[0]
}
