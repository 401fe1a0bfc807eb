import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './lib/root.mjs'
import { readUnit } from './lib/unit.mjs'

// An owner's day, as docs/operations.md has it and nothing besides: the release before in a fresh clone, branded, under
// another unix user with the restrictions of the unit, on Debian's PostgreSQL; then an upgrade to this release, a backup,
// an account that goes, and a restore. Needs root on Debian. `npm run owner-day [commit of the release before]`.

/** The release before the one in this checkout: 0.1.0. */
const before = process.argv[2] ?? 'd33bd98'
/** This release, as it was when the day began: a commit made meanwhile is not in the clone. */
const after = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const name = 'vulx-day'

/** @type {{ step: string, seconds: number, error?: string }[]} */
const results = []
let failed = false

/** @param {string} step @param {() => unknown} work */
const step = async (step, work) => {
  if (failed) return
  const begun = Date.now()
  /** @type {string | undefined} */
  let error
  try {
    await work()
  } catch (reason) {
    error = reason instanceof Error ? reason.message : String(reason)
    failed = true
  }
  const seconds = (Date.now() - begun) / 1000
  results.push({ step, seconds, ...(error !== undefined && { error }) })
  console.log(`${error === undefined ? 'PASS' : 'FAIL'}  ${seconds.toFixed(1).padStart(6)} s  ${step}`)
  if (error !== undefined) console.log(error.replaceAll(/^/gm, '      '))
}

/** @param {boolean} holds @param {string} otherwise */
const must = (holds, otherwise) => {
  if (!holds) throw new Error(otherwise)
}

/** @param {string} command @param {string[]} args @param {{ cwd?: string, input?: string, env?: NodeJS.ProcessEnv }} [options] */
const run = (command, args, options = {}) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  })
  if (status !== 0)
    throw new Error(
      `${command} ${args.join(' ')}: ${error?.message ?? `exit ${status}`}\n${stdout}${stderr}`.slice(
        0,
        6_000,
      ),
    )
  return stdout
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

must(process.getuid?.() === 0, 'Run this as root on Debian: it makes a unix user and a PostgreSQL cluster.')
// Not below /tmp: the unit has a /tmp of its own.
const home = mkdtempSync('/var/lib/owner-day-')
chmodSync(home, 0o755)
const at = (/** @type {string} */ path) => join(home, path)
const program = at('opt/vulx')
const port = await freePort()
const postgresPort = await freePort()
const url = `http://127.0.0.1:${port}`
const passwords = { owner: randomBytes(12).toString('hex'), app: randomBytes(12).toString('hex') }
const databaseOf = (/** @type {string} */ role, /** @type {string} */ database) =>
  `postgresql://vulx_${role}:${passwords[role === 'owner' ? 'owner' : 'app']}@127.0.0.1:${postgresPort}/${database}`

/** The paths of the documentation, moved into `home`; the unix user has a name of its own. @param {string} text */
const moved = (text) =>
  text
    .replaceAll(/\/(opt\/vulx|etc\/vulx|var\/lib\/vulx|var\/backups\/vulx)/g, `${home}/$1`)
    .replaceAll(/^(User|Group)=vulx$/gm, `$1=${name}`)

const unitPath = (/** @type {string} */ unit) => at(`etc/systemd/system/${unit}`)
const installUnits = () => {
  mkdirSync(at('etc/systemd/system'), { recursive: true })
  for (const unit of ['vulx.service', 'vulx-backup.service'])
    writeFileSync(unitPath(unit), moved(readFileSync(join(program, 'deploy', unit), 'utf8')))
}

const settings = (/** @type {string} */ database) => {
  const lines = {
    PORT: String(port),
    PUBLIC_URL: url,
    SITE_NAME: 'Fox Network',
    SITE_SHORT_NAME: 'Fox',
    CONTENT_DIR: at('etc/vulx/content'),
    GAME_PORT: '9',
    DATABASE_URL: databaseOf('app', database),
    MIGRATION_DATABASE_URL: databaseOf('owner', database),
  }
  const text = Object.entries(lines).map(([key, value]) => `${key}=${value}\n`)
  writeFileSync(at('etc/vulx/site.env'), text.join(''), { mode: 0o600 })
}

/** A process as the unit starts it: its user, no rights besides, everything read-only but what the unit names. */
const startUnit = (/** @type {string} */ unit) => {
  const text = readFileSync(unitPath(unit), 'utf8')
  const { user, directory, environment } = readUnit(unitPath(unit))
  const line = /^ExecStart=(.+)$/m.exec(text)?.[1]?.replaceAll('$$', '$').replaceAll('%%', '%') ?? ''
  const writable = [at('var/lib/vulx'), ...(/^ReadWritePaths=(.+)$/m.exec(text)?.[1]?.split(' ') ?? [])]
  const sandbox = [
    'set -e; umask 0077; mount --make-rprivate /',
    ...writable.map((path) => `mount --bind ${path} ${path}`),
    'mount -o remount,bind,ro /; mount -t tmpfs tmpfs /tmp; mount -t tmpfs tmpfs /root',
    `cd ${directory}`,
    `exec setpriv --reuid ${user} --regid ${user} --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all ${line}`,
  ].join('\n')
  const child = spawn('unshare', ['--mount', '--', '/bin/sh', '-c', sandbox], {
    cwd: directory,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, ended, output: () => output }
}

/** @type {ReturnType<typeof startUnit> | undefined} */
let site
const startSite = async () => {
  const started = startUnit('vulx.service')
  site = started
  for (const until = Date.now() + 90_000; Date.now() < until; await pause(100)) {
    must(started.child.exitCode === null, `The unit ended before it was ready:\n${started.output()}`)
    const ready = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    if (ready?.ok) return
  }
  throw new Error(`The site was not ready in time:\n${started.output()}`)
}
const stopSite = async () => {
  site?.child.kill('SIGTERM')
  const code = await site?.ended
  must(code === 0 || site === undefined, `The site ended with ${code}:\n${site?.output()}`)
  site = undefined
}

/** The documented way of this release. @param {string[]} words @param {string} [input] */
const vulxCli = (words, input = '') =>
  run(join(program, 'deploy/vulx-cli'), words, {
    input,
    env: { ...process.env, VULX_UNIT: unitPath('vulx.service') },
  })

/** The release before had no such script. @param {string[]} words @param {string} [input] */
const oldCli = (words, input = '') => {
  const { user, directory, environment } = readUnit(unitPath('vulx.service'))
  return run('runuser', ['-u', user, '--', 'node', 'scripts/cli.mjs', ...words], {
    cwd: directory,
    input,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...environment },
  })
}

/** @param {string} path @param {object} body @param {Record<string, string>} [headers] */
const post = async (path, body, headers = {}) => {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  must(response.ok, `POST ${path} answered ${response.status}: ${await response.clone().text()}`)
  return response
}
/** @param {string} path */
const page = async (path) => (await fetch(url + path)).text()
const cookieOf = (/** @type {Response} */ response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const secret = randomBytes(9).toString('hex')
const signIn = (/** @type {string} */ username) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  })

let key = ''
const playMatch = async () => {
  const endedAt = new Date().toISOString()
  const player = (
    /** @type {string} */ xuid,
    /** @type {string} */ result,
    /** @type {number} */ points,
  ) => ({
    xuid,
    gamertag: `Tag ${xuid}`,
    result,
    kills: 3,
    deaths: 1,
    assists: 0,
    points,
  })
  const players = [player('11', 'win', 12), player('12', 'loss', -8)]
  const data = {
    matchId: randomUUID(),
    gameType: 'boxing',
    ranked: true,
    startedAt: endedAt,
    endedAt,
    players,
  }
  const events = [{ id: randomUUID(), type: 'match', at: endedAt, data }]
  const { results } = await (
    await post('/api/ingest/events', { events }, { authorization: `Bearer ${key}` })
  ).json()
  must(results[0].status === 'accepted', `a match was ${JSON.stringify(results[0])}`)
}

/** What must be there after each move: two members, a post, the brand, and figures that fit the matches. */
const stillThere = async (/** @type {(words: string[]) => string} */ cli) => {
  must((await page('/social')).includes('Written before the upgrade'), 'the post is gone')
  must((await page('/')).includes('Fox Network'), 'the brand is gone')
  must((await signIn('Stays')).ok, 'a member cannot sign in')
  const board = await (await fetch(`${url}/api/leaderboard?gameType=overall&period=all`)).json()
  must(board.total === 2, `the board has ${board.total} players`)
  must(/ 0 differences/.test(cli(['ledger', 'verify'])), 'the ledger differs')
}

const build = () => {
  run('npm', ['ci'], { cwd: program })
  run('npm', ['run', 'build'], { cwd: program })
}

let clusterMade = false
try {
  await step('Debian’s PostgreSQL 15 and a cluster of it', () => {
    if (!existsSync('/usr/lib/postgresql/15/bin/initdb')) {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      run('apt-get', ['update', '-qq'], { env })
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], { env })
    }
    run('pg_createcluster', ['15', name, '-p', String(postgresPort), '--start'])
    clusterMade = true
  })
  await step('a unix user of the site', () =>
    run('useradd', ['--system', '--user-group', '--no-create-home', name]),
  )
  await step(`a fresh clone of the release before (${before}), installed and built`, () => {
    run('git', ['clone', '--quiet', root, program])
    run('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', before], { cwd: program })
    build()
  })
  await step('the roles and the database: psql -f deploy/roles.sql', () => {
    const sql = readFileSync(join(program, 'deploy/roles.sql'), 'utf8')
    const variables = ['-v', `owner_password=${passwords.owner}`, '-v', `app_password=${passwords.app}`]
    run(
      'runuser',
      ['-u', 'postgres', '--', 'psql', '-p', String(postgresPort), '-v', 'ON_ERROR_STOP=1', ...variables],
      {
        cwd: '/',
        input: sql,
      },
    )
  })
  await step('the brand: content and settings of one’s own', () => {
    mkdirSync(at('etc/vulx'), { recursive: true })
    cpSync(join(program, 'content'), at('etc/vulx/content'), { recursive: true })
    settings('vulx')
    run('install', ['-d', '-o', name, '-g', name, '-m', '0700', at('var/lib/vulx'), at('var/backups/vulx')])
    installUnits()
  })
  await step('the unit starts, as its user and with its restrictions', async () => {
    await startSite()
    must((await page('/')).includes('Fox Network'), 'the page does not carry the brand')
  })
  await step('an Owner, members, a post, a game server and its matches', async () => {
    must(
      /^\d+\n$/.test(
        oldCli(['user', 'create', 'The Owner', '--rank', 'Owner', '--password-stdin'], `${secret}\n`),
      ),
      'no id',
    )
    const member = cookieOf(await post('/api/register', { username: 'Stays', password: secret }))
    await post('/api/register', { username: 'Leaves', password: secret })
    await post('/api/posts', { content: 'Written before the upgrade' }, { cookie: member })
    key = oldCli(['key', 'create', 'Practice EU']).trim().split(' ').at(-1) ?? ''
    for (let n = 0; n < 5; n += 1) await playMatch()
    await stillThere(oldCli)
  })
  await step('a backup before the upgrade, by the nightly unit', async () => {
    const { ended, output } = startUnit('vulx-backup.service')
    must((await ended) === 0, output())
    must(/saved in .*\.backup/.test(output()), output())
  })
  await step('the upgrade: stop, bring this release, install and build it, start', async () => {
    await stopSite()
    run('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', after], { cwd: program })
    build()
    installUnits()
    await startSite()
    await playMatch()
    await stillThere(vulxCli)
  })
  await step('commands beside the unit: deploy/vulx-cli', () => {
    must(/\tOwner\t/.test(vulxCli(['user', 'list'])), 'no Owner in the list')
    vulxCli(['user', 'rank', 'Stays', 'fox staff'])
    must(/\tProduct Staff\t/.test(vulxCli(['user', 'list'])), 'the rank was not set')
  })
  const backup = at('var/backups/vulx/after-upgrade.backup')
  await step('a backup of this release', () => {
    must(/saved in/.test(vulxCli(['backup', backup])), 'no backup')
    const owner = run('stat', ['-c', '%U %a', backup]).trim()
    must(owner === `${name} 600`, `the backup is ${owner}`)
  })
  await step('a member deletes the account', async () => {
    const cookie = cookieOf(await signIn('Leaves'))
    await post('/api/account/delete', { password: secret }, { cookie })
    const list = at('var/lib/vulx/deleted-accounts')
    for (
      let n = 0;
      n < 100 && !(existsSync(list) && readFileSync(list, 'utf8').includes(' account '));
      n += 1
    )
      await pause(100)
    must(readFileSync(list, 'utf8').includes(' account '), 'the list of deleted accounts does not know it')
    await stopSite()
  })
  await step('the restore into a new database deletes that account again', async () => {
    const sql =
      "CREATE DATABASE vulx_2 OWNER vulx_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'; GRANT CONNECT ON DATABASE vulx_2 TO vulx_app"
    for (const statement of sql.split('; '))
      run('runuser', ['-u', 'postgres', '--', 'psql', '-p', String(postgresPort), '-c', statement], {
        cwd: '/',
      })
    settings('vulx_2')
    const said = vulxCli(['restore', backup])
    must(/^1 account of the list was deleted again/m.test(said), said)
    await startSite()
    await stillThere(vulxCli)
    must((await signIn('Leaves')).status === 401, 'the deleted account signs in again')
    must((await signIn('The Owner')).ok, 'the Owner cannot sign in')
    await playMatch()
  })
  await step('the site stops on SIGTERM', stopSite)
} finally {
  if (site !== undefined) {
    console.log(site.output().slice(-4_000))
    site.child.kill('SIGKILL')
  }
  if (clusterMade) spawnSync('pg_dropcluster', ['--stop', '15', name])
  spawnSync('userdel', [name])
  rmSync(home, { recursive: true, force: true })
}
const seconds = results.reduce((sum, { seconds }) => sum + seconds, 0)
console.log(JSON.stringify(results))
console.log(
  `${results.filter(({ error }) => error === undefined).length} steps passed, ${failed ? 1 : 0} failed, ${seconds.toFixed(0)} s`,
)
if (failed) process.exitCode = 1
