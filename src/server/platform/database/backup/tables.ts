import type { Client } from 'pg'
import { ownValue } from '../../../../contract/own-value.ts'
import type { TablePolicies } from '../tables.ts'
import { BackupError } from './backup-error.ts'

export interface SavedTable {
  readonly name: string
  /** Stored columns only; PostgreSQL computes generated ones. */
  readonly columns: readonly string[]
}

/** Next value of an identity column. */
export interface Counter {
  readonly table: string
  readonly column: string
  readonly next: string
}

/** Tables of the site, alphabetically. */
export async function tableNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname
  `)
  return rows.map(({ name }) => name)
}

const excludedTables = (policies: TablePolicies) =>
  Object.keys(policies).filter((name) => ownValue(policies, name)?.excluded !== undefined)

/** Tables of a backup in dependency order: each one follows those it references. */
export async function savedTables(client: Client, policies: TablePolicies): Promise<SavedTable[]> {
  const { rows } = await client.query<SavedTable & { refers: string[] }>(
    `
    SELECT relname AS name,
      (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      ARRAY(SELECT DISTINCT target.relname::text FROM pg_constraint JOIN pg_class AS target ON target.oid = confrelid
        WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> conrelid) AS refers
    FROM pg_class AS c
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) ORDER BY relname
  `,
    [excludedTables(policies)],
  )
  const ordered: SavedTable[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refers }) => !refers.some((name) => waiting.has(name)))
    if (ready.length === 0)
      throw new BackupError(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const { name, columns } of ready) {
      ordered.push({ name, columns })
      waiting.delete(name)
    }
  }
  return ordered
}

/** Identity counters, which include deleted rows. */
export async function counters(client: Client, policies: TablePolicies): Promise<Counter[]> {
  const { rows } = await client.query<Omit<Counter, 'next'> & { sequence: string }>(
    `SELECT relname AS table, attname AS column,
      pg_get_serial_sequence(format('public.%I', relname), attname) AS sequence
    FROM pg_class AS c JOIN pg_attribute ON attrelid = c.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attidentity <> '' AND NOT attisdropped
      AND relname <> ALL ($1)
    ORDER BY 1, 2`,
    [excludedTables(policies)],
  )
  const all: Counter[] = []
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ next: string }>(
      `SELECT (last_value + is_called::int)::text AS next FROM ${sequence}`,
    )
    const [row] = state.rows
    if (row !== undefined) all.push({ table, column, ...row })
  }
  return all
}

export async function restartCounters(client: Client, all: readonly Counter[]): Promise<void> {
  for (const { table, column, next } of all) {
    const [inTable, named] = [client.escapeIdentifier(table), client.escapeIdentifier(column)]
    // Unlike setval, this is rolled back with the transaction.
    await client.query(`ALTER TABLE public.${inTable} ALTER COLUMN ${named} RESTART WITH ${BigInt(next)}`)
  }
}

const listed = (client: Client, { name, columns }: SavedTable) => ({
  table: `public.${client.escapeIdentifier(name)}`,
  fields: columns.map((column) => client.escapeIdentifier(column)).join(', '),
})

export function copyOut(client: Client, table: SavedTable, policies: TablePolicies): string {
  const { table: from, fields } = listed(client, table)
  const only = ownValue(policies, table.name)?.savedRows
  return `COPY ${only ? `(SELECT ${fields} FROM ${from} WHERE ${only})` : `${from} (${fields})`} TO STDOUT`
}

export function copyIn(client: Client, table: SavedTable): string {
  const { table: into, fields } = listed(client, table)
  return `COPY ${into} (${fields}) FROM STDIN`
}
