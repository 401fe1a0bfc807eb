import type { Database } from '../../../platform/database/database.ts'
import { deleteEndedBoard } from './queries/boards.ts'

/** Deletes boards of past weeks and months in short transactions; several processes may do so at once. */
export async function sweepEndedBoards(database: Pick<Database, 'sql'>): Promise<void> {
  while (await database.sql.transaction().execute(deleteEndedBoard));
}
