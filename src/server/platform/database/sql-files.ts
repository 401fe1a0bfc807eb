import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { MigrationError } from './migration-error.ts'

/** A function, view or trigger. */
interface SqlObject {
  /** `function f`, `view v` or `trigger t on table`. */
  readonly name: string
  /** Path below the directory. */
  readonly file: string
  readonly statement: string
  readonly checksum: string
}

interface SqlFiles {
  /** Rises with every change of a file, so that a release knows which of two texts is newer. */
  readonly revision: number
  /** In the order in which they are applied. */
  readonly objects: readonly SqlObject[]
}

/** An object in the database; nulls where no file was applied. */
interface StoredObject {
  readonly name: string
  readonly checksum: string | null
  readonly revision: number | null
}

/** What a start changed in the database. */
export interface AppliedSql {
  readonly applied: readonly string[]
  /** The revision of a newer release, whose texts stay. */
  readonly newer?: number
}

/** Ignores line endings, which git may convert. */
export const checksumOf = (sql: string): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

/** Views and triggers are checked when they are created: they come after the functions that they call. */
const kinds = ['function', 'view', 'trigger']
const kindOf = ({ name }: SqlObject): number => kinds.indexOf(name.split(' ', 1)[0] ?? '')

const definition = /^CREATE OR REPLACE (?:(FUNCTION|VIEW) (\w+)|TRIGGER (\w+)\s[^;]*?\sON (\w+))/
const leadingComments = /^(?:(?:--.*)?\n)*/
/** Comments of the next statement. */
const trailingComments = /(?:\n(?:--.*)?)+$/

const parseFile = (file: string, text: string): SqlObject[] => {
  const statements = text.replace(leadingComments, '').split(/^(?=CREATE OR REPLACE )/m)
  return statements.map((written) => {
    const statement = written.replace(trailingComments, '')
    const [found, kind, name, trigger, table] = definition.exec(statement) ?? []
    if (found === undefined)
      throw new MigrationError(
        `sql/${file} has something else than CREATE OR REPLACE FUNCTION, VIEW or TRIGGER`,
      )
    return {
      name: trigger === undefined ? `${kind?.toLowerCase()} ${name}` : `trigger ${trigger} on ${table}`,
      file,
      statement,
      checksum: checksumOf(statement),
    }
  })
}

const readRevision = (directory: string): number => {
  const { revision } = JSON.parse(readFileSync(join(directory, 'revision.json'), 'utf8'))
  if (!Number.isSafeInteger(revision)) throw new MigrationError('sql/revision.json has no revision')
  return revision
}

/** Reads `<domain>/<name>.sql`. @throws MigrationError */
export const readSqlFiles = (directory: string): SqlFiles => {
  const objects: SqlObject[] = []
  for (const domain of readdirSync(directory, { withFileTypes: true })) {
    if (!domain.isDirectory()) continue
    for (const name of readdirSync(join(directory, domain.name))) {
      if (!name.endsWith('.sql')) continue
      const file = `${domain.name}/${name}`
      objects.push(...parseFile(file, readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n')))
    }
  }
  const order = (a: SqlObject, b: SqlObject) => kindOf(a) - kindOf(b) || (a.file < b.file ? -1 : 1)
  return { revision: readRevision(directory), objects: objects.sort(order) }
}

/** What the database has, whether a file was applied for it or not; a function once for each list of arguments. */
const readStored = async (client: Client): Promise<StoredObject[]> => {
  const { rows } = await client.query<StoredObject>(`
    SELECT name, checksum, revision FROM (
      SELECT 'function ' || proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL
      SELECT 'view ' || relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
      UNION ALL
      SELECT 'trigger ' || tgname || ' on ' || relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
    ) AS present LEFT JOIN applied_sql USING (name)
  `)
  return rows
}

/** Objects whose text differs. What a newer release wrote is not among them. */
const pendingObjects = ({ revision, objects }: SqlFiles, stored: readonly StoredObject[]) => {
  const storedOf = new Map(stored.map((object) => [object.name, object]))
  const differing = objects.filter(({ name, checksum }) => storedOf.get(name)?.checksum !== checksum)
  const newerThan = ({ name }: SqlObject) => (storedOf.get(name)?.revision ?? 0) > revision
  return { pending: differing.filter((object) => !newerThan(object)), newer: differing.some(newerThan) }
}

/** @throws MigrationError where a migration is missing that drops what no file has any more */
const refuseLeftovers = ({ revision, objects }: SqlFiles, stored: readonly StoredObject[]): void => {
  const names = new Set(objects.map(({ name }) => name))
  const seen = new Set<string>()
  for (const { name, revision: appliedAt } of stored) {
    if (names.has(name) && seen.has(name))
      throw new MigrationError(
        `The database has ${name} twice: a migration must drop the one with other arguments`,
      )
    if (!names.has(name) && appliedAt !== null && appliedAt <= revision)
      throw new MigrationError(
        `The database has ${name}, which no file of sql/ has: a migration must drop it`,
      )
    seen.add(name)
  }
}

const apply = async (client: Client, { statement, file }: SqlObject): Promise<void> => {
  try {
    await client.query(statement)
  } catch (cause) {
    throw new MigrationError(`sql/${file} failed: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Replaces, in the caller's transaction, the functions, views and triggers whose text changed. @throws MigrationError
 */
export const applySqlFiles = async (client: Client, directory: string): Promise<AppliedSql> => {
  const files = readSqlFiles(directory)
  const stored = await readStored(client)
  const { pending, newer } = pendingObjects(files, stored)
  // A body may call a function that is applied later.
  if (pending.length > 0) await client.query('SET LOCAL check_function_bodies = off')
  for (const object of pending) await apply(client, object)
  await client.query(
    `INSERT INTO applied_sql (name, checksum, revision) SELECT name, checksum, $3
    FROM unnest($1::text[], $2::text[]) AS applied (name, checksum)
    ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, revision = excluded.revision, applied_at = now()`,
    [pending.map(({ name }) => name), pending.map(({ checksum }) => checksum), files.revision],
  )
  // The newest release that has a text, so that one between two that have the same does not bring its own back.
  await client.query(
    `UPDATE applied_sql SET revision = $3 FROM unnest($1::text[], $2::text[]) AS present (name, checksum)
    WHERE applied_sql.name = present.name AND applied_sql.checksum = present.checksum AND revision < $3`,
    [files.objects.map(({ name }) => name), files.objects.map(({ checksum }) => checksum), files.revision],
  )
  refuseLeftovers(files, pending.length > 0 ? await readStored(client) : stored)
  return {
    applied: pending.map(({ name }) => name),
    ...(newer && { newer: Math.max(...stored.map(({ revision }) => revision ?? 0)) }),
  }
}

/** Names of what the next start of the site replaces. @throws MigrationError */
export const pendingSql = async (client: Client, directory: string): Promise<string[]> => {
  const { pending } = pendingObjects(readSqlFiles(directory), await readStored(client))
  return pending.map(({ name }) => name)
}
