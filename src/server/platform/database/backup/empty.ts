import type { Client } from 'pg'
import { ownValue } from '../../../../contract/own-value.ts'
import { schemaRecords } from '../migrations.ts'
import type { TablePolicies } from '../tables.ts'
import { BackupError } from './backup-error.ts'
import { tableNames } from './tables.ts'

/** Returns the number of the newest migration, 0 without any. @throws {BackupError} when a table contains a row */
export async function requireEmptyDatabase(client: Client, policies: TablePolicies): Promise<number> {
  const names = await tableNames(client)
  const held: string[] = []
  for (const name of names) {
    if (schemaRecords.includes(name) || ownValue(policies, name)?.filledByMigrations) continue
    const { rows } = await client.query(`SELECT FROM public.${client.escapeIdentifier(name)} LIMIT 1`)
    if (rows.length > 0) held.push(name)
  }
  if (held.length > 0)
    throw new BackupError(
      `The database is not empty (${held.join(', ')}): restore into a new DATA_DIR or a new database, before the site starts there`,
    )
  if (!names.includes('schema_migrations')) return 0
  const { rows } = await client.query<{ number: number }>(
    'SELECT coalesce(max(number), 0) AS number FROM public.schema_migrations',
  )
  return rows[0]?.number ?? 0
}

/** Drops everything that the role owns, except objects of extensions, so that an older schema can be created. */
export async function emptySchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    SELECT 'DROP TABLE IF EXISTS ' || oid::regclass || ' CASCADE' AS statement FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relowner = current_user::regrole
    UNION ALL
    SELECT 'DROP FUNCTION IF EXISTS ' || oid::regprocedure || ' CASCADE' FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proowner = current_user::regrole
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  `)
  for (const { statement } of rows) await client.query(statement)
}
