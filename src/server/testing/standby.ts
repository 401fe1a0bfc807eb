import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { chooseAccount } from '../platform/database/embedded-postgres/account.ts'
import { findBinaries } from '../platform/database/embedded-postgres/binaries.ts'
import { locate, pgdataOf } from '../platform/database/embedded-postgres/location.ts'
import { minimalEnvironment } from '../platform/database/embedded-postgres/process.ts'
import { openEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate } from '../platform/database/migrations.ts'
import { rootDir } from '../store.ts'
import { type TestDatabase, withSuperuser } from './test-server.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Of both: small, and not durable. A commit waits until it is written, as in production. */
const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '60', autovacuum: 'off' }

export interface Replicated {
  readonly primary: TestDatabase
  /** Leads to the standby. */
  readonly readUrl: string
  /** One statement as superuser on the standby. */
  onStandby<Row extends object>(text: string): Promise<Row[]>
  /** One statement as superuser on the primary. */
  onPrimary<Row extends object>(text: string): Promise<Row[]>
  /** Ends the standby at once, and every connection to it. */
  endStandby(): Promise<void>
  /** Ends the primary, once the standby has all of its log. */
  endPrimary(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL of its own with a migrated database, and a standby that streams from it. */
export async function openReplicated(): Promise<Replicated> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vulx-standby-'))
  chmodSync(dataDir, 0o755)
  const primary = await openEmbeddedPostgres({ dataDir, log: quiet, as: 'guest', settings })
  const { ownerUrl, appUrl, superuserUrl } = primary
  const at = (url: string, host: string) => {
    const changed = new URL(url)
    changed.searchParams.set('host', host)
    return changed.href
  }
  const ask = async <Row extends object>(url: string, text: string) =>
    (await withSuperuser(url, (client) => client.query<Row>(text))).rows
  await migrate({
    url: ownerUrl,
    directory: join(rootDir, 'migrations'),
    sqlDirectory: join(rootDir, 'sql'),
    appRole: new URL(appUrl).username,
    log: quiet,
  })
  const standbyDir = join(dataDir, 'standby')
  await copyRunning(superuserUrl, pgdataOf(locate(dataDir, quiet).home), standbyDir)
  const standby = startStandby(dataDir, standbyDir, superuserUrl)
  const standbyUrl = at(superuserUrl, dataDir)
  await vi.waitFor(() => ask(standbyUrl, 'SELECT 1'), { timeout: 60_000 })
  const endStandby = async () => {
    if (standby.exitCode !== null) return
    const ended = once(standby, 'exit')
    standby.kill('SIGQUIT')
    await ended
  }
  return {
    primary: { ownerUrl, appUrl, drop: async () => undefined },
    readUrl: at(appUrl, dataDir),
    onStandby: (text) => ask(standbyUrl, text),
    onPrimary: (text) => ask(superuserUrl, text),
    endStandby,
    endPrimary: () => primary.stop(),
    async stop() {
      await endStandby()
      await primary.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies a running server as pg_basebackup does, which the embedded PostgreSQL does not have. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  await withSuperuser(url, async (client) => {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`)
    cpSync(from, to, { recursive: true, filter: (path) => !/postmaster\.(?:pid|opts)$/.test(path) })
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    )
    writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile)
  })
}

/** Streams from the primary, and listens on a socket in `socketDir`. */
function startStandby(socketDir: string, directory: string, primaryUrl: string) {
  const account = chooseAccount(undefined)
  const { username, password, searchParams } = new URL(primaryUrl)
  writeFileSync(join(directory, 'standby.signal'), '')
  if (account) {
    chownSync(socketDir, account.uid, account.gid)
    for (const path of ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })])
      chownSync(join(directory, path), account.uid, account.gid)
  }
  chmodSync(directory, 0o700)
  const all = {
    ...settings,
    listen_addresses: '',
    unix_socket_directories: socketDir,
    primary_conninfo: `host=${searchParams.get('host')} user=${username} password=${password}`,
    wal_retrieve_retry_interval: '100ms',
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(socketDir, 'standby.log'), 'a')
  return spawn(findBinaries(account, quiet).postgres, ['-D', directory, ...args], {
    ...account,
    env: minimalEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
}
