import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../e2e/support/free-port.ts'
import { rootDir } from '../../e2e/support/site.ts'
import { debianFile } from './debian.ts'
import { signal, waitFor } from './processes.ts'

const numbers = [1, 2, 3] as const
export type Machine = (typeof numbers)[number]

const passwords = {
  postgres: 'root-of-the-suite',
  vulx_owner: 'owner-of-the-suite',
  vulx_app: 'app-of-the-suite',
}

const bridge = 'vulxha'
const namespaceOf = (n: Machine) => `${bridge}-db${n}`
const linkOf = (n: Machine) => `${bridge}${n}`
const addressOf = (n: Machine) => `10.77.0.1${n}`

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

const shipped = (file: string) =>
  readFileSync(join(rootDir, 'deploy/cluster', file), 'utf8').replaceAll('10.0.0.', '10.77.0.')

/** The name of a program, which may have ended meanwhile. */
const programOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** The variables of a file that systemd would read. */
const variablesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

/**
 * Three machines as network namespaces, with etcd, Patroni and PostgreSQL by the files of deploy/cluster, in which only
 * addresses, paths and passwords are replaced, and HAProxy before them.
 */
export class Machines {
  readonly #home = mkdtempSync(join(tmpdir(), 'faults-cluster-'))
  #haproxy: ChildProcess | undefined

  private constructor(
    private readonly primaryPort: number,
    private readonly replicasPort: number,
  ) {}

  /** @throws where this machine cannot have them */
  static async make(): Promise<Machines> {
    const needed = {
      '/usr/bin/patroni': 'patroni',
      '/usr/bin/etcd': 'etcd-server',
      '/usr/sbin/haproxy': 'haproxy',
      '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
    }
    for (const [file, name] of Object.entries(needed))
      if (!debianFile(file, [name])) throw new Error(`apt-get install ${name}, as root`)
    const made = new Machines(await freePort(), await freePort())
    chmodSync(made.#home, 0o755)
    try {
      made.#connect()
      for (const n of numbers) made.#configure(n)
      for (const n of numbers) made.startStore(n)
      for (const n of numbers) made.startDatabase(n)
      made.startProxy()
      if ((await waitFor(() => made.isWhole(), 300_000, 500)) === undefined)
        throw new Error(`no cluster: see ${made.#home}`)
      await made.#makeRoles()
    } catch (error) {
      await made.remove()
      throw error
    }
    return made
  }

  /** What an operator would set. */
  get environment() {
    const url = (role: keyof typeof passwords, port: number) =>
      `postgresql://${role}:${passwords[role]}@127.0.0.1:${port}/vulx`
    return {
      DATABASE_URL: url('vulx_app', this.primaryPort),
      MIGRATION_DATABASE_URL: url('vulx_owner', this.primaryPort),
      DATABASE_READ_URL: url('vulx_app', this.replicasPort),
      DATABASE_WAIT_SECONDS: '300',
    }
  }

  /** One statement as superuser on a machine, by default the primary. */
  async ask<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    database = 'vulx',
    on?: Machine,
  ): Promise<Row[]> {
    const machine = on ?? (await this.primary())
    if (machine === undefined) throw new Error('there is no primary')
    const client = new pg.Client({
      connectionString: `postgresql://postgres:${passwords.postgres}@${addressOf(machine)}:5432/${database}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
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

  /** The machine that says it is the primary. */
  async primary(): Promise<Machine | undefined> {
    const found = await Promise.all(numbers.map((n) => this.#patroni(n, 'primary').then(Boolean)))
    return numbers.find((_, index) => found[index])
  }

  async members(): Promise<readonly Member[]> {
    for (const n of numbers) {
      const text = await this.#patroni(n, 'cluster')
      if (text !== undefined) return (JSON.parse(text) as { members: Member[] }).members
    }
    return []
  }

  /** Whether there is a primary, three members run and one of them is a synchronous standby. */
  async isWhole(): Promise<boolean> {
    const members = await this.members()
    const running = members.filter(({ state }) => /^(?:running|streaming)$/.test(state))
    if (running.length < 3 || !members.some(({ role }) => role === 'sync_standby')) return false
    // The store remembers the members of before it was away, when the primary has stepped down meanwhile.
    return (await this.primary()) !== undefined
  }

  standbys = async (): Promise<Machine[]> => {
    const primary = await this.primary()
    return numbers.filter((n) => n !== primary)
  }

  /** Strict or not, and whatever else `patronictl edit-config` changes. */
  async change(settings: object): Promise<void> {
    const n = (await this.primary()) ?? 1
    const response = await fetch(`http://${addressOf(n)}:8008/config`, {
      method: 'PATCH',
      body: JSON.stringify(settings),
    })
    if (!response.ok) throw new Error(`Patroni refuses ${JSON.stringify(settings)}: ${response.status}`)
  }

  async switchover(): Promise<void> {
    const members = await this.members()
    const leader = members.find(({ role }) => role === 'leader')?.name
    const candidate = members.find(({ role }) => role === 'sync_standby')?.name
    const n = (await this.primary()) ?? 1
    const response = await fetch(`http://${addressOf(n)}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
      signal: AbortSignal.timeout(60_000),
    })
    if (!response.ok) throw new Error(`no switchover: ${response.status} ${await response.text()}`)
  }

  /** kill -9 of everything on a machine. */
  die(n: Machine): void {
    for (const pid of this.#pids(n)) signal(pid, 'SIGKILL')
  }

  /** Starts a machine that died. */
  start(n: Machine): void {
    this.startStore(n)
    this.startDatabase(n)
  }

  /** kill -9 of the postmaster; Patroni goes on. */
  killPostmaster(n: Machine): void {
    const file = readFileSync(join(this.#directory(n), 'data/postmaster.pid'), 'utf8')
    signal(Number(file.split('\n', 1)[0]), 'SIGKILL')
  }

  /** The processes of PostgreSQL on a machine. */
  databasePids = (n: Machine): number[] => this.#pids(n).filter((pid) => programOf(pid) === 'postgres')

  /** Leads to one machine, past HAProxy. */
  urlOf = (n: Machine) => `postgresql://vulx_app:${passwords.vulx_app}@${addressOf(n)}:5432/vulx`

  cut(n: Machine): void {
    run('ip', 'link', 'set', linkOf(n), 'down')
  }

  join(n: Machine): void {
    run('ip', 'link', 'set', linkOf(n), 'up')
  }

  killStore(n: Machine): void {
    for (const pid of this.#pids(n)) if (programOf(pid) === 'etcd') signal(pid, 'SIGKILL')
  }

  /** The machine whose etcd leads. */
  async storeLeader(): Promise<Machine> {
    for (const n of numbers)
      if ((await fetch(`http://${addressOf(n)}:2379/v2/stats/leader`)).status === 200) return n
    throw new Error('no etcd leads')
  }

  /** kill -9 of Patroni and PostgreSQL; the store stays. */
  killDatabase(n: Machine): void {
    for (const pid of this.#pids(n)) if (programOf(pid) !== 'etcd') signal(pid, 'SIGKILL')
  }

  hasStore = (n: Machine) => this.#pids(n).some((pid) => programOf(pid) === 'etcd')
  hasDatabase = (n: Machine) => this.#pids(n).some((pid) => programOf(pid) === 'patroni')

  startStore(n: Machine): void {
    const directory = this.#directory(n)
    const text = shipped('etcd.env')
      .replace('=NAME', `=db${n}`)
      .replaceAll('ADDRESS:', `${addressOf(n)}:`)
      .replace('/var/lib/etcd/vulx', join(directory, 'etcd'))
    this.#spawn(n, 'etcd', [], variablesOf(text))
  }

  startDatabase(n: Machine): void {
    const text = shipped('patroni.env')
      .replace('=NAME', `=db${n}`)
      .replaceAll('ADDRESS:', `${addressOf(n)}:`)
      .replace('=REPLICATION_PASSWORD', '=replication-of-the-suite')
      .replace('=REWIND_PASSWORD', '=rewind-of-the-suite')
      .replace('=SUPERUSER_PASSWORD', `=${passwords.postgres}`)
    this.#spawn(n, 'patroni', [join(this.#directory(n), 'patroni.yml')], variablesOf(text))
  }

  startProxy(): void {
    const log = openSync(join(this.#home, 'haproxy.log'), 'a')
    this.#haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', join(this.#home, 'haproxy.cfg')], {
      stdio: ['ignore', log, log],
    })
  }

  async killProxy(): Promise<void> {
    const ended = new Promise((resolve) => this.#haproxy?.once('exit', resolve))
    this.#haproxy?.kill('SIGKILL')
    await ended
  }

  async remove(): Promise<void> {
    this.#haproxy?.kill('SIGKILL')
    for (const n of numbers) {
      this.die(n)
      await waitFor(() => this.#pids(n).length === 0, 20_000)
      spawnSync('ip', ['netns', 'del', namespaceOf(n)])
      spawnSync('ip', ['link', 'del', linkOf(n)])
    }
    spawnSync('ip', ['link', 'del', bridge])
    rmSync(this.#home, { recursive: true, force: true })
  }

  #connect(): void {
    run('ip', 'link', 'add', bridge, 'type', 'bridge')
    run('ip', 'addr', 'add', '10.77.0.1/24', 'dev', bridge)
    run('ip', 'link', 'set', bridge, 'up')
    for (const n of numbers) {
      const [name, link] = [namespaceOf(n), linkOf(n)]
      run('ip', 'netns', 'add', name)
      run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
      run('ip', 'link', 'set', link, 'master', bridge, 'up')
      run('ip', 'netns', 'exec', name, 'ip', 'addr', 'add', `${addressOf(n)}/24`, 'dev', 'eth0')
      for (const device of ['eth0', 'lo']) run('ip', 'netns', 'exec', name, 'ip', 'link', 'set', device, 'up')
    }
  }

  #configure(n: Machine): void {
    const directory = this.#directory(n)
    mkdirSync(directory)
    const text = shipped('patroni.yml')
      .replace('/var/lib/postgresql/15/vulx', join(directory, 'data'))
      .replace('/var/lib/postgresql/patroni.pgpass', join(directory, 'pgpass'))
      .replace('/var/run/postgresql', directory)
      // It would restart this machine.
      .replace('mode: automatic', 'mode: "off"')
    writeFileSync(join(directory, 'patroni.yml'), text)
    run('chown', '-R', 'postgres:postgres', directory)
    run('chmod', '700', directory)
    if (n !== 1) return
    const proxy = shipped('haproxy.cfg')
      .replaceAll(/^ {2}(?:log \/dev\/log.*|user .*|group .*|stats socket.*)\n/gm, '')
      .replaceAll(/^ {2}(?:log global|option tcplog)\n/gm, '')
      .replace(':5000', `:${this.primaryPort}`)
      .replace(':5001', `:${this.replicasPort}`)
    writeFileSync(join(this.#home, 'haproxy.cfg'), proxy)
  }

  async #makeRoles(): Promise<void> {
    const script = readFileSync(join(rootDir, 'deploy/roles.sql'), 'utf8')
      .replaceAll(/^--.*$/gm, '')
      .replace(":'owner_password'", `'${passwords.vulx_owner}'`)
      .replace(":'app_password'", `'${passwords.vulx_app}'`)
    // One by one, as psql does: CREATE DATABASE cannot run in a transaction.
    for (const statement of script.split(';'))
      if (statement.trim() !== '') await this.ask(statement, [], 'postgres')
  }

  #directory = (n: Machine) => join(this.#home, `db${n}`)

  #pids = (n: Machine): number[] => {
    const { stdout } = spawnSync('ip', ['netns', 'pids', namespaceOf(n)], { encoding: 'utf8' })
    return (stdout ?? '')
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0)
  }

  /** The body of a 200 of Patroni's, or undefined. */
  async #patroni(n: Machine, path: string): Promise<string | undefined> {
    try {
      const response = await fetch(`http://${addressOf(n)}:8008/${path}`, {
        signal: AbortSignal.timeout(2_000),
      })
      return response.status === 200 ? await response.text() : undefined
    } catch {
      // It does not answer, or breaks off in the middle.
      return undefined
    }
  }

  #spawn(n: Machine, program: string, args: readonly string[], environment: Record<string, string>): void {
    const directory = this.#directory(n)
    const log = openSync(join(directory, `${program}.log`), 'a')
    const as = ['--reuid=postgres', '--regid=postgres', '--clear-groups']
    spawn('ip', ['netns', 'exec', namespaceOf(n), 'setpriv', ...as, program, ...args], {
      cwd: directory,
      env: {
        PATH: '/usr/lib/postgresql/15/bin:/usr/bin:/bin:/sbin',
        HOME: directory,
        LC_ALL: 'C.UTF-8',
        ...environment,
      },
      stdio: ['ignore', log, log],
    })
  }
}
