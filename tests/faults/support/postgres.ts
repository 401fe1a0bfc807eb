import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount } from '../../../src/server/platform/database/embedded-postgres/account.ts'
import { findBinaries } from '../../../src/server/platform/database/embedded-postgres/binaries.ts'
import { freePort } from '../../e2e/support/free-port.ts'
import { rootDir } from '../../e2e/support/site.ts'
import { debianFile } from './debian.ts'
import { familyOf, isRunning, signal, waitFor } from './processes.ts'

export type Kind = 'debian 15' | 'embedded 18'

const debianBin = '/usr/lib/postgresql/15/bin'
const passwords = {
  postgres: 'root-of-the-suite',
  vulx_owner: 'owner-of-the-suite',
  vulx_app: 'app-of-the-suite',
}
type Role = keyof typeof passwords

/** Where a kind of PostgreSQL has its programs; undefined when this machine has none and may not install it. */
function binOf(kind: Kind): string | undefined {
  if (kind === 'debian 15')
    return debianFile(`${debianBin}/initdb`, ['postgresql-15']) ? debianBin : undefined
  const log = { info: () => undefined }
  return join(findBinaries(chooseAccount(undefined), log).postgres, '..')
}

/** A PostgreSQL server of the suite, on a TCP port of its own, durable as usual. It does nothing by itself. */
export class Cluster {
  #postmaster = 0

  private constructor(
    readonly kind: Kind,
    private readonly bin: string,
    private readonly home: string,
    readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /**
   * Makes and starts one, with the roles and the database of deploy/roles.sql. `home` is a directory for it alone.
   * @throws where this kind cannot be had
   */
  static async make(
    kind: Kind,
    { home, settings = {} }: { home?: string; settings?: Record<string, string> } = {},
  ): Promise<Cluster> {
    const bin = binOf(kind)
    if (bin === undefined) throw new Error('apt-get install postgresql-15, then run this again')
    const directory = home ?? mkdtempSync(join(tmpdir(), 'faults-pg-'))
    const account = chooseAccount(undefined)
    chmodSync(directory, 0o755)
    const data = join(directory, 'data')
    mkdirSync(data, { mode: 0o700 })
    if (account) chownSync(data, account.uid, account.gid)
    const cluster = new Cluster(kind, bin, directory, await freePort(), settings)
    const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
    const made = await cluster.#run('initdb', args)
    if (made !== 0) throw new Error(`initdb failed with ${made}: see ${directory}/initdb.log`)
    await cluster.start()
    await cluster.#makeRoles()
    return cluster
  }

  /** Starts a copy of a server's data, which is in `data` below `home`, and owns that directory from then on. */
  static async ofCopy(kind: Kind, home: string, settings: Record<string, string>): Promise<Cluster> {
    const bin = binOf(kind)
    if (bin === undefined) throw new Error(`no PostgreSQL: ${kind}`)
    const cluster = new Cluster(kind, bin, home, await freePort(), settings)
    await cluster.start()
    return cluster
  }

  url(role: Role, port = this.port, database = 'vulx'): string {
    return `postgresql://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    this.launch()
    const answered = await waitFor(() => this.answers(), 60_000, 20)
    if (answered === undefined) throw new Error(`PostgreSQL did not start: see ${this.home}/postgres.log`)
  }

  /** Starts it and waits for nothing. */
  launch(): void {
    const all: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      max_connections: '120',
      ...this.settings,
    }
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.#postmaster = this.#spawn('postgres', ['-D', join(this.home, 'data'), ...args]).pid ?? 0
  }

  async answers(): Promise<boolean> {
    return this.ask('SELECT 1', [], 'postgres').then(
      () => true,
      () => false,
    )
  }

  /** kill -9 of the postmaster; its children notice by themselves. */
  async kill(): Promise<void> {
    const family = familyOf(this.#postmaster)
    signal(this.#postmaster, 'SIGKILL')
    await waitFor(() => !family.some(isRunning), 20_000)
  }

  /** Stops every process of it in its tracks. */
  hang(): void {
    for (const pid of familyOf(this.#postmaster)) signal(pid, 'SIGSTOP')
  }

  resume(): void {
    for (const pid of familyOf(this.#postmaster)) signal(pid, 'SIGCONT')
  }

  /** One statement as superuser, past every proxy. */
  async ask<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    database = 'vulx',
  ): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.url('postgres', this.port, database),
      connectionTimeoutMillis: 3_000,
      query_timeout: 30_000,
    })
    // The statement fails by itself when the server goes; the event must only be heard.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end()
    }
  }

  /** Stops it and removes its files. */
  async remove(): Promise<void> {
    this.resume()
    const family = familyOf(this.#postmaster)
    signal(this.#postmaster, 'SIGQUIT')
    if ((await waitFor(() => !family.some(isRunning), 10_000)) === undefined)
      for (const pid of family) signal(pid, 'SIGKILL')
    rmSync(this.home, { recursive: true, force: true })
  }

  async #makeRoles(): Promise<void> {
    const script = readFileSync(join(rootDir, 'deploy/roles.sql'), 'utf8')
      .replaceAll(/^--.*$/gm, '')
      .replace(":'owner_password'", `'${passwords.vulx_owner}'`)
      .replace(":'app_password'", `'${passwords.vulx_app}'`)
    // One by one, as psql does: CREATE DATABASE cannot run in a transaction.
    for (const statement of script.split(';')) {
      if (statement.trim() !== '') await this.ask(statement, [], 'postgres')
    }
  }

  #spawn(program: string, args: readonly string[]) {
    const log = openSync(join(this.home, `${program}.log`), 'a')
    const account = chooseAccount(undefined)
    return spawn(join(this.bin, program), args, {
      ...account,
      cwd: this.home,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', log, log],
    })
  }

  #run(program: string, args: readonly string[]): Promise<number | null> {
    return new Promise((resolve, reject) => {
      const child = this.#spawn(program, args)
      child.once('error', reject)
      child.once('exit', resolve)
    })
  }
}
