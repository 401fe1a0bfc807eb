import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../e2e/support/free-port.ts'
import { rootDir } from '../e2e/support/site.ts'
import { temporaryDir } from '../e2e/support/temporary-dir.ts'
import { databaseOf } from './support/arena.ts'
import { Acknowledged, loadReads, promiseNothingLost, write } from './support/load.ts'
import { cli, gameKey, signIn } from './support/people.ts'
import { Cluster, type Kind } from './support/postgres.ts'
import { waitFor } from './support/processes.ts'
import { Report, type Result } from './support/result.ts'

const lastsMs = 12_000

interface RunningProgram {
  readonly url: string
  stop(): Promise<number | null>
}

interface Program {
  readonly root: string
  remove(): void
}

/**
 * An upgrade without downtime: the program from before the newest migration is running, the current one starts beside
 * it and migrates, and the old one goes on working until it is stopped. Where history has no such program, this one is
 * the old one, and the new one is this one with a migration more.
 */
export async function upgraded(kind: Kind): Promise<Result[]> {
  const known = readdirSync(join(rootDir, 'migrations')).sort().at(-1) ?? ''
  const before = earlierProgram(known)
  const later = before === undefined ? laterProgram(known) : undefined
  const earlier = before ?? { root: rootDir, remove: () => undefined }
  const newest = later?.newest ?? known
  const report = new Report(`upgrade over ${newest} (${kind})`)
  const cluster = await Cluster.make(kind)
  const environment = databaseOf(cluster)
  const programs: RunningProgram[] = []
  const begin = async (root: string) => {
    const program = await startProgram(root, environment)
    programs.push(program)
    return program
  }
  try {
    const old = await begin(earlier.root)
    const key = await gameKey(environment, earlier.root)
    const cookies: string[] = []
    for (let n = 0; n < 4; n += 1) cookies.push(await signIn(old.url, `Writer ${n}`))
    const who = { cookies, key }
    const done = new Acknowledged()
    const finished = pause(lastsMs)
    const using = Promise.all([loadReads(old.url, who, finished), write(() => old.url, who, done, finished)])
    await pause(2_000)
    const site = await begin(later?.root ?? rootDir)
    const [row] = await cluster.ask<{ number: number }>('SELECT max(number) AS number FROM schema_migrations')
    const migrated = row?.number === Number(newest.slice(0, 4))
    report.promise('the new program has migrated beside the old one', newest, String(row?.number), migrated)
    const newcomer = await signIn(old.url, 'A Newcomer').then(
      () => 'signed in',
      (error: Error) => error.message,
    )
    report.promise('a newcomer registers at the old one', 'signed in', newcomer, newcomer === 'signed in')
    const [requests, written] = await using
    const count = requests.responses.length + written.responses.length
    report.none(`of ${count} answers of the old one, before, during and after, wrong`, [
      ...requests.wrong,
      ...written.wrong,
    ])
    const cookie = await signIn(site.url, 'Writer 0')
    const fresh = await loadReads(site.url, { cookies: [cookie], key }, pause(2_000))
    report.none(`of ${fresh.responses.length} responses of the new one, wrong`, fresh.wrong)
    const exit = await old.stop()
    report.promise('the old one stops', 'exit 0', `exit ${exit}`, exit === 0)
    await promiseNothingLost(report, cluster, environment, done, later?.root)
    const again = await cli(environment, ['user', 'list'], earlier.root)
    const refused = again.code !== 0 && /start the newer release/.test(again.output)
    report.promise(
      'the old one does not start again',
      'refused with a sentence',
      refused ? 'refused' : again.output,
      refused,
    )
  } finally {
    for (const program of programs) await program.stop()
    earlier.remove()
    later?.remove()
    await cluster.remove()
  }
  return report.results
}

const git = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: rootDir, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr || 'git is not here'}`)
  return stdout.trim()
}

/** How far to look for a commit that can be built: one in the middle of a change may not. */
const maxCommits = 12

/**
 * The newest commit without the newest migration that can be built, beside this one and with the same packages.
 * Undefined where there is none whose migrations are the beginning of today's.
 */
function earlierProgram(newest: string): Program | undefined {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `migrations/${newest}`)
  if (added === '') throw new Error(`${newest} is not committed yet`)
  const home = mkdtempSync(join(tmpdir(), 'faults-earlier-'))
  const root = join(home, 'program')
  for (const commit of git('rev-list', '-n', String(maxCommits), `${added}^`).split('\n')) {
    if (git('diff', '--diff-filter=MD', '--name-only', commit, '--', 'migrations') !== '') continue
    git('worktree', 'add', '--detach', root, commit)
    symlinkSync(join(rootDir, 'node_modules'), join(root, 'node_modules'))
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root })
    const removeTree = () => git('worktree', 'remove', '--force', root)
    if (built.status !== 0) {
      removeTree()
      continue
    }
    const remove = () => {
      removeTree()
      rmSync(home, { recursive: true, force: true })
    }
    return { root, remove }
  }
  rmSync(home, { recursive: true, force: true })
  return undefined
}

/** What an expanding migration does: a table, a column with a default, an index. */
const expansion = `
CREATE TABLE later_things (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id integer REFERENCES users);
ALTER TABLE users ADD COLUMN later_word text;
ALTER TABLE all_posts ADD COLUMN later_count integer NOT NULL DEFAULT 0;
CREATE INDEX posts_later ON posts (later_count);
`

/** This program with one more migration, as the next release would be. */
function laterProgram(newest: string): Program & { readonly newest: string } {
  const root = mkdtempSync(join(tmpdir(), 'faults-later-'))
  for (const part of ['build', 'content', 'migrations', 'sql', 'scripts', 'deploy', 'package.json'])
    cpSync(join(rootDir, part), join(root, part), { recursive: true })
  symlinkSync(join(rootDir, 'node_modules'), join(root, 'node_modules'))
  const name = `${String(Number(newest.slice(0, 4)) + 1).padStart(4, '0')}_expansion.sql`
  writeFileSync(join(root, 'migrations', name), expansion)
  return { root, newest: name, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** Without the check whether it is built: this is it. */
const serve = "const { main } = await import('./build/app/main.js'); await main()"

async function startProgram(root: string, environment: Record<string, string>): Promise<RunningProgram> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--input-type=module', '-e', serve], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...environment,
      PORT: String(port),
      DATA_DIR: await temporaryDir(),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      GAME_PORT: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  let requests = false
  const stop = () => {
    if (!requests) child.kill('SIGTERM')
    requests = true
    return ended
  }
  if ((await waitFor(isReady, 60_000)) !== undefined) return { url, stop }
  await stop()
  throw new Error('a program of the upgrade was not ready in a minute')
}
