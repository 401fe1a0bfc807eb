import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { ownValue } from '../../../../contract/own-value.ts'
import { tables } from '../../../domains.ts'
import { rootDir } from '../../../store.ts'
import { makeReleased } from '../../../testing/released-database.ts'
import { createTestDatabase } from '../../../testing/template-database.ts'
import { type TestDatabase, urlTo, withSuperuser } from '../../../testing/test-server.ts'
import { appRole, ownerRole } from '../embedded-postgres/roles.ts'
import { schemaRecords } from '../migrations.ts'
import { restoreBackup } from './restore.ts'
import { tableNames } from './tables.ts'
import { writeBackup } from './write.ts'

export const migrationsDir = `${rootDir}migrations`
export const sqlDirectory = `${rootDir}sql`

/** Databases and files of a test file, removed at its end. */
export class BackupSetup {
  private readonly undo: (() => Promise<unknown>)[] = []

  async file(name = 'site.backup'): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'backup-'))
    this.undo.push(() => rm(directory, { recursive: true }))
    return join(directory, name)
  }

  /** Fully migrated, without rows. */
  async migrated(): Promise<TestDatabase> {
    const store = await createTestDatabase()
    this.undo.push(store.drop)
    return store
  }

  /** Without tables. */
  async bare(): Promise<TestDatabase> {
    const { superuserUrl, ownerUrl, appUrl } = inject('postgres')
    const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
    const ask = (sql: string) => withSuperuser(superuserUrl, (client) => client.query(sql))
    await ask(`CREATE DATABASE ${name} OWNER ${ownerRole}`)
    const drop = async () => void (await ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    this.undo.push(drop)
    return { ownerUrl: urlTo(ownerUrl, name), appUrl: urlTo(appUrl, name), drop }
  }

  /** As release 0.2.0 left it, without functions, views and triggers. */
  async released(): Promise<TestDatabase> {
    const store = await this.bare()
    await makeReleased(store.ownerUrl)
    return store
  }

  async close(): Promise<void> {
    for (const step of this.undo.reverse()) await step()
  }
}

const never = () => new AbortController().signal

export const backUp = (store: TestDatabase, file: string, signal = never(), directory = migrationsDir) =>
  writeBackup({ url: store.ownerUrl, directory, tables, file, signal })

export const restore = (store: TestDatabase, file: string, signal = never(), directory = migrationsDir) =>
  restoreBackup({ url: store.ownerUrl, appRole, directory, sqlDirectory, tables, file, signal })

/** Runs as the schema's owner. */
export async function query<Row extends object>(
  { ownerUrl }: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Row counts of all non-empty tables. */
export async function storedRows(store: TestDatabase): Promise<Record<string, number>> {
  const client = new Client({ connectionString: store.ownerUrl })
  await client.connect()
  try {
    const counts: Record<string, number> = Object.create(null)
    for (const name of await tableNames(client)) {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`)
      const n = rows[0]?.n ?? 0
      const comesWithTheSchema = schemaRecords.includes(name) || ownValue(tables, name)?.filledByMigrations
      if (n > 0 && !comesWithTheSchema) counts[name] = n
    }
    return counts
  } finally {
    await client.end()
  }
}
