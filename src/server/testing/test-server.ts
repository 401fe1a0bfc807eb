import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { appRole, ownerRole } from '../platform/database/embedded-postgres/roles.ts'
import { openEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate } from '../platform/database/migrations.ts'

const directory = fileURLToPath(new URL('../../../migrations', import.meta.url))
const sqlDirectory = fileURLToPath(new URL('../../../sql', import.meta.url))
/** Of this run (scripts/lib/supervise.mjs), else kept for the next one. */
const dataDir =
  process.env.TEST_POSTGRES || fileURLToPath(new URL('../../../.cache/test-postgres', import.meta.url))

/** What a process needs to create databases; plain strings, because Vitest passes it to its workers. */
export interface TestServer {
  readonly superuserUrl: string
  readonly ownerUrl: string
  readonly appUrl: string
  readonly template: string
}

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (said: unknown) => process.stderr.write(`${String(said)}\n`),
}

/**
 * Durability is off, because test data may be lost at any time; so is autovacuum, because a test of a plan means the
 * figures of its own ANALYZE, not those that the server took of half a table.
 */
const careless = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '300',
  // Little is written ahead, since the directory may be in memory.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
}

export const withSuperuser = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const urlTo = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

const asRole = (url: string, role: string, password: string): string => {
  const changed = new URL(url)
  changed.username = role
  changed.password = password
  return changed.href
}

/** Uses a given server: the same two roles, with passwords that parallel runs agree on. */
const openForeign = async (superuserUrl: string) => {
  const password = createHash('sha256').update(superuserUrl).digest('hex')
  await withSuperuser(superuserUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('vulx test roles'))`)
    for (const role of [ownerRole, appRole]) {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
      await client.query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD '${password}'`)
    }
    await client.query(`GRANT ${ownerRole} TO CURRENT_USER`)
  })
  return {
    superuserUrl,
    ownerUrl: asRole(superuserUrl, ownerRole, password),
    appUrl: asRole(superuserUrl, appRole, password),
    stop: async () => undefined,
  }
}

/** Named by a hash of the migrations and of `sql/`, so that a template is created once and never outdated. */
const templateName = (): string => {
  const hash = createHash('sha256')
  for (const parent of [directory, sqlDirectory])
    for (const file of readdirSync(parent, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.sql')) hash.update(file).update(readFileSync(join(parent, file)))
  return `template_${hash.digest('hex').slice(0, 16)}`
}

const ensureTemplate = (superuserUrl: string, ownerUrl: string): Promise<string> =>
  withSuperuser(superuserUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('vulx test template'))`)
    const template = templateName()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (rowCount) return template
    await client.query(`DROP DATABASE IF EXISTS ${template}_new WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${template}_new OWNER ${ownerRole}`)
    const url = urlTo(ownerUrl, `${template}_new`)
    await migrate({ url, directory, sqlDirectory, appRole, log: quiet })
    await client.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`)
    return template
  })

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Drops databases of killed runs; their names contain the process id. */
const dropLeftovers = (superuserUrl: string): Promise<void> =>
  withSuperuser(superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'test\\_%'`,
    )
    for (const { name } of rows) {
      if (!isRunning(Number(name.split('_')[1])))
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  })

/** Opens one server with a migrated template for a test run. Concurrent runs share it. */
export const openTestServer = async (
  foreignUrl: string | undefined,
): Promise<TestServer & { stop(): Promise<void> }> => {
  const { superuserUrl, ownerUrl, appUrl, stop } = foreignUrl
    ? await openForeign(foreignUrl)
    : await openEmbeddedPostgres({ dataDir, log: quiet, as: 'guest', settings: careless })
  try {
    if (!foreignUrl) await dropLeftovers(superuserUrl)
    const template = await ensureTemplate(superuserUrl, ownerUrl)
    return { superuserUrl, ownerUrl, appUrl, template, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export interface TestDatabase {
  readonly ownerUrl: string
  /** Role of the running site, used by tests. */
  readonly appUrl: string
  drop(): Promise<void>
}

/** Clones the migrated template within some tens of milliseconds. */
export const cloneTemplate = async (server: TestServer): Promise<TestDatabase> => {
  const { superuserUrl, ownerUrl, appUrl, template } = server
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  const ask = (sql: string) => withSuperuser(superuserUrl, (client) => client.query(sql))
  await ask(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER ${ownerRole}`)
  return {
    ownerUrl: urlTo(ownerUrl, name),
    appUrl: urlTo(appUrl, name),
    drop: async () => {
      await ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
