import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endSite, freePort, rootDir, startSite, temporaryDir } from '../e2e/support/site.ts'
import { databaseOf } from './support/arena.ts'
import { Acknowledged, askAround, promiseNothingLost, write } from './support/load.ts'
import { cli, gameKey, signIn } from './support/people.ts'
import { Cluster, type Kind } from './support/postgres.ts'
import { waitFor } from './support/processes.ts'
import { Report, type Result } from './support/result.ts'

const lastsMs = 12_000

/**
 * An upgrade without downtime: the program from before the newest migration is running, the current one starts beside
 * it and migrates, and the old one goes on working until it is stopped.
 */
export async function upgraded(kind: Kind): Promise<Result[]> {
  const newest = readdirSync(join(rootDir, 'migrations')).sort().at(-1) ?? ''
  const report = new Report(`upgrade over ${newest.slice(0, 4)} (${kind})`)
  const earlier = await earlierProgram(newest)
  const cluster = await Cluster.make(kind)
  const environment = databaseOf(cluster)
  const old = await startEarlier(earlier.root, environment)
  try {
    const key = await gameKey(environment, earlier.root)
    const cookies: string[] = []
    for (let n = 0; n < 4; n += 1) cookies.push(await signIn(old.url, `Writer ${n}`))
    const who = { cookies, key }
    const done = new Acknowledged()
    const finished = pause(lastsMs)
    const using = Promise.all([askAround(old.url, who, finished), write(() => old.url, who, done, finished)])
    await pause(2_000)
    const site = await startSite(environment)
    const [row] = await cluster.ask<{ number: number }>('SELECT max(number) AS number FROM schema_migrations')
    const migrated = row?.number === Number(newest.slice(0, 4))
    report.promise('the new program has migrated beside the old one', newest, String(row?.number), migrated)
    const newcomer = await signIn(old.url, 'A Newcomer').then(
      () => 'signed in',
      (error: Error) => error.message,
    )
    report.promise('a newcomer registers at the old one', 'signed in', newcomer, newcomer === 'signed in')
    const [asked, written] = await using
    const count = asked.answers.length + written.answers.length
    report.none(`of ${count} answers of the old one, before, during and after, wrong`, [
      ...asked.wrong,
      ...written.wrong,
    ])
    const cookie = await signIn(site.url, 'Writer 0')
    const fresh = await askAround(site.url, { cookies: [cookie], key }, pause(2_000))
    report.none(`of ${fresh.answers.length} answers of the new one, wrong`, fresh.wrong)
    const exit = await old.stop()
    report.promise('the old one stops', 'exit 0', `exit ${exit}`, exit === 0)
    await promiseNothingLost(report, cluster, environment, done)
    const again = await cli(environment, ['user', 'list'], earlier.root)
    const refused = again.code !== 0 && /start the newer release/.test(again.output)
    report.promise(
      'the old one does not start again',
      'refused with a sentence',
      refused ? 'refused' : again.output,
      refused,
    )
    await endSite(site)
  } finally {
    await old.stop()
    earlier.remove()
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
const mostCommits = 12

/** The newest commit without the newest migration that can be built, beside this one and with the same packages. */
async function earlierProgram(newest: string): Promise<{ root: string; remove(): void }> {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `migrations/${newest}`)
  if (added === '') throw new Error(`${newest} is not committed yet`)
  const home = mkdtempSync(join(tmpdir(), 'faults-earlier-'))
  const root = join(home, 'program')
  const remove = () => {
    git('worktree', 'remove', '--force', root)
    rmSync(home, { recursive: true, force: true })
  }
  let failure = ''
  for (const commit of git('rev-list', '-n', String(mostCommits), `${added}^`).split('\n')) {
    git('worktree', 'add', '--detach', root, commit)
    symlinkSync(join(rootDir, 'node_modules'), join(root, 'node_modules'))
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' })
    if (built.status === 0) return { root, remove }
    failure = built.stderr.slice(-500)
    git('worktree', 'remove', '--force', root)
  }
  rmSync(home, { recursive: true, force: true })
  throw new Error(`no earlier program could be built: ${failure}`)
}

async function startEarlier(root: string, environment: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
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
  let asked = false
  const stop = () => {
    if (!asked) child.kill('SIGTERM')
    asked = true
    return ended
  }
  if ((await waitFor(isReady, 60_000)) !== undefined) return { url, stop }
  await stop()
  throw new Error('the earlier program was not ready in a minute')
}
