import { sql } from 'kysely'
import { practiceLimits } from '../../../../contract/network/practice.ts'
import type {
  PracticeCategory,
  PracticeMode,
  PracticeRecord,
} from '../../../../contract/network/practice-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { queuedPlayers } from '../modes/queries.ts'

interface NewPracticeMode {
  readonly category: PracticeCategory
  readonly name: string
  readonly description: string
  readonly position: number
}

/** Modes of a category in order. Game servers name a queue by the mode's key or by the name of the card. */
export async function listPracticeModes(
  executor: Executor,
  category: PracticeCategory,
): Promise<PracticeMode[]> {
  const { rows } = await sql<PracticeMode>`
    WITH queued AS MATERIALIZED (${queuedPlayers})
    SELECT id, practice_modes.name, description, category,
      (SELECT least(sum(players), 2147483647)::int FROM queued
        WHERE said IN (kept_mode(practice_modes.mode), lower(practice_modes.name)) HAVING count(*) > 0) AS queue
    FROM practice_modes
    WHERE category = ${category}
    ORDER BY position, id LIMIT ${practiceLimits.perCategory}
  `.execute(executor)
  return rows
}

/** Inserts the shipped modes. */
export async function insertSeeds(transaction: Executor, modes: readonly NewPracticeMode[]): Promise<void> {
  await sql`
    INSERT INTO practice_modes (category, name, description, position)
    SELECT category, name, description, position
    FROM jsonb_to_recordset(${JSON.stringify(modes)}::jsonb)
      AS new (category text, name text, description text, position integer)
    ORDER BY category, position
  `.execute(transaction)
}

const records = sql`
  SELECT id, category, name, description, version,
    (row_number() OVER (PARTITION BY category ORDER BY position, id) - 1)::int AS position
  FROM practice_modes`

/** All modes with their positions, FFA first. */
export async function listRecords(executor: Executor): Promise<PracticeRecord[]> {
  const { rows } = await sql<PracticeRecord>`
    SELECT * FROM (${records}) AS record ORDER BY category = 'duels', position
  `.execute(executor)
  return rows
}

export async function findRecord(executor: Executor, id: number): Promise<PracticeRecord | undefined> {
  const { rows } = await sql<PracticeRecord>`
    SELECT * FROM (${records}) AS record WHERE id = ${id}
  `.execute(executor)
  return rows[0]
}

/** Locks all modes until the transaction ends, because positions are counted and moved. Readers do not wait. */
export const lockModes = (transaction: Executor) =>
  sql`LOCK TABLE practice_modes IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)

/** Number of modes in a category, excluding `except`. */
export async function countOthers(
  executor: Executor,
  category: PracticeCategory,
  except: number | null,
): Promise<number> {
  const { rows } = await sql<{ modes: number }>`
    SELECT count(*)::int AS modes FROM practice_modes
    WHERE category = ${category} AND id IS DISTINCT FROM ${except}::int
  `.execute(executor)
  return rows[0]!.modes
}

type Words = Pick<PracticeRecord, 'category' | 'name' | 'description'>

/** A name that exists in its category, in any case, violates `practice_modes_name`. Set the position afterwards. */
export async function insertMode(transaction: Executor, mode: Words): Promise<number> {
  const { category, name, description } = mode
  const { id } = await transaction
    .insertInto('practice_modes')
    .values({ category, name, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Violates the same constraint as an insert. */
export async function updateMode(transaction: Executor, id: number, mode: Words): Promise<void> {
  const { category, name, description } = mode
  await sql`
    UPDATE practice_modes SET category = ${category}, name = ${name}, description = ${description},
      version = version + 1
    WHERE id = ${id}
  `.execute(transaction)
}

/** Moves a mode to a zero-based position; the modes behind move down. */
export async function moveMode(
  transaction: Executor,
  { id, category, position }: { id: number; category: PracticeCategory; position: number },
): Promise<void> {
  await sql`
    WITH others AS (
      SELECT id, row_number() OVER (ORDER BY position, id) - 1 AS place
      FROM practice_modes WHERE category = ${category} AND id <> ${id}
    ), placed AS (
      SELECT id, CASE WHEN place < ${position}::int THEN place ELSE place + 1 END AS place FROM others
      UNION ALL SELECT ${id}::int, ${position}::int
    )
    UPDATE practice_modes SET position = placed.place FROM placed
    WHERE practice_modes.id = placed.id AND practice_modes.position <> placed.place
  `.execute(transaction)
}

export async function deleteMode(transaction: Executor, id: number): Promise<void> {
  await transaction.deleteFrom('practice_modes').where('id', '=', id).execute()
}
