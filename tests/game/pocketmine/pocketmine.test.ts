import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join as pathOf } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freeUdpPort } from '../../e2e/support/game-server.ts'
import { cli, Person } from '../../e2e/support/people.ts'
import { type Site, startSite } from '../../e2e/support/site.ts'
import { connect, join, type Player } from './client.mjs'
import { evening } from './evening.ts'
import { PocketMine } from './server.ts'

// The plugin on the PocketMine-MP of POCKETMINE (README.md). Each step begins where the one before it ended, and the last
// thing it asks is whether the server lives.

const directory = process.env.POCKETMINE ?? ''
const minutes = Number(process.env.MINUTES ?? 2)

let game: PocketMine
let site: Site
let owner: Person
let key: string
const spool = () => pathOf(game.plugin, 'spool')

const xuids = { Ann: '2535400000000001', Ben: '2535400000000002', Dan: '2535400000000004' }
const enter = (name: keyof typeof xuids) => join(name, game.port, { xuid: xuids[name], root: game.root })

beforeAll(async () => {
  game = new PocketMine(directory, await freeUdpPort())
  site = await startSite({ GAME_PORT: String(game.port) })
  owner = await Person.owner(site, 'Olivia')
  const [secret = ''] = (await cli(site, ['key', 'create', 'Arena'])).split(/\s+/).slice(-1)
  key = secret
})
afterAll(async () => {
  await game?.end()
  await site?.stop()
})
const isWhole = process.env.GO_ON === undefined
beforeEach(({ task, skip }) =>
  skip(isWhole && task.file.tasks.some(({ result }) => result?.state === 'fail'), 'an earlier step failed'),
)

function configure(url: string, more: Record<string, unknown> = {}) {
  const lines = Object.entries({ url, key, ...more }).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}\n`,
  )
  execFileSync('mkdir', ['-p', game.plugin])
  execFileSync('tee', [pathOf(game.plugin, 'config.yml')], {
    input: lines.join(''),
    stdio: ['pipe', 'ignore', 'inherit'],
  })
}

async function start(settings: { xboxAuth: boolean; workers?: string }) {
  if (!game.isRunning) return game.start(settings)
  await game.stop()
  await game.start(settings)
}

async function idOf(name: string): Promise<number | undefined> {
  const found = await (await fetch(`${site.url}/api/players/search?username=${name}`)).json()
  return found.find(({ user }: { user: { username: string } }) => user.username === name)?.user.id
}

/** Wins and losses in boxing, by name. */
async function figures(name: string) {
  const id = await idOf(name)
  if (id === undefined) return undefined
  const { wins, losses } = await (await fetch(`${site.url}/api/stats/${id}?gameType=boxing`)).json()
  return { wins, losses }
}

async function duel(one: Player, two: Player) {
  const from = game.mark
  game.types(`duel ${one.name} ${two.name}`)
  await game.says(new RegExp(`duel of ${one.name} and ${two.name}`), from)
}

/** Whoever tries to join reads the text of the ban. */
async function refused(name: keyof typeof xuids) {
  const from = game.mark
  const player = connect(name, game.port, { xuid: xuids[name], root: game.root })
  await game.says(new RegExp(`NetworkSession: ${name}\\] Session closed: You are banned: Flying`), from)
  player.drop()
}

/** Asks the console, which says nothing any more where the server has crashed. */
async function lives() {
  const from = game.mark
  game.types('status')
  await game.says(/Current TPS: /, from)
}

/** The spool on a file system of its own, which can be filled. It needs root. */
async function withSmallDisk(work: () => Promise<void>) {
  if (game.isRunning) await game.stop()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', spool()])
  try {
    await work()
  } finally {
    await game.stop()
    execFileSync('umount', [spool()])
  }
}

test('the first start asks for url and key, without an error, and nobody else may read the key', async () => {
  await start({ xboxAuth: false })
  expect(game.output).toContain('config.yml')
  expect(game.output).not.toMatch(/ERROR/)
  expect((statSync(pathOf(game.plugin, 'config.yml')).mode & 0o777).toString(8)).toBe('600')
})

test('without xbox-auth and without a proxy the console says that nobody is reported', async () => {
  configure(site.url)
  const from = game.mark
  await start({ xboxAuth: false })
  await game.says(/proxy-addresses is empty/, from)
  await expect
    .poll(async () => (await (await fetch(`${site.url}/api/minecraft/status`)).json()).isOnline)
    .toBe(true)
})

test('who leaves a duel loses it, and the other one may die', async () => {
  const [ann, ben] = await Promise.all([enter('Ann'), enter('Ben')])
  await duel(ann, ben)
  await ann.leaves()
  await game.says(/Ann left the game/)
  game.types('kill Ben')
  await lives()
  await expect.poll(() => figures('Ann'), { timeout: 20_000 }).toEqual({ wins: 0, losses: 1 })
  expect(await figures('Ben')).toEqual({ wins: 1, losses: 0 })
  await ben.leaves()
})

test('a player without an Xbox account plays a duel, which is not reported', async () => {
  if (!game.isRunning) await start({ xboxAuth: false })
  const cara = await join('Cara', game.port, { root: game.root })
  const ben = await enter('Ben')
  await duel(ben, cara)
  const from = game.mark
  game.types('kill Cara')
  await game.says(/Cara/, from)
  await lives()
  expect(await figures('Ben')).toEqual({ wins: 1, losses: 0 })
  await Promise.all([ben.leaves(), cara.leaves()])
})

test('a full disk costs reports and never the server; the next one counts', async () => {
  await withSmallDisk(async () => {
    await start({ xboxAuth: false })
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${spool()}/full bs=1k 2>/dev/null || true`])
    const from = game.mark
    const [ann, ben] = await Promise.all([enter('Ann'), enter('Ben')])
    await lives()
    await duel(ann, ben)
    game.types('kill Ben')
    await lives()
    await game.says(/a report was not taken: .*spool cannot be written: is the disk full/, from)
    execFileSync('rm', [pathOf(spool(), 'full')])
    await duel(ben, ann)
    await game.says(/Respawn|kill|Ben/, from)
    game.types('kill Ann')
    await expect.poll(() => figures('Ann'), { timeout: 20_000 }).toEqual({ wins: 0, losses: 2 })
    await Promise.all([ann.leaves(), ben.leaves()])
  })
})

test('a spool that was removed costs reports and never the server', async () => {
  await start({ xboxAuth: false })
  execFileSync('mv', [spool(), `${spool()}-away`])
  const from = game.mark
  const ann = await enter('Dan')
  await lives()
  await game.says(/player could not be stored: .*the directory gone/, from)
  execFileSync('mv', [`${spool()}-away`, spool()])
  await ann.leaves()
  await lives()
})

test('a certificate that cannot be checked is named', async () => {
  const dir = game.data
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-keyout',
      `${dir}/tls.key`,
      '-out',
      `${dir}/tls.crt`,
    ],
    { stdio: 'ignore' },
  )
  const server = createServer({
    key: readFileSync(`${dir}/tls.key`),
    cert: readFileSync(`${dir}/tls.crt`),
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  configure(`https://localhost:${(server.address() as AddressInfo).port}`)
  const from = game.mark
  await start({ xboxAuth: false })
  await game.says(/the site cannot be reached: its certificate cannot be checked .*curl\.cainfo/, from)
  server.close()
})

test('a ban of the site kicks, and keeps out until it is lifted', async () => {
  configure(site.url)
  await start({ xboxAuth: false })
  const ann = await enter('Ann')
  const from = game.mark
  await expect.poll(() => idOf('Ann'), { timeout: 20_000 }).toBeDefined()
  const ban = { userId: await idOf('Ann'), kind: 'ban', reason: 'Flying' }
  const { id } = await owner.do('POST', '/api/admin/punishments', ban)
  await game.says(/NetworkSession: Ann\] Session closed: Flying/, from)
  await refused('Ann')
  await start({ xboxAuth: false })
  await refused('Ann')
  await owner.do('POST', `/api/admin/punishments/${id}/lift`, { reason: 'It was lag' })
  await new Promise((resolve) => setTimeout(resolve, 8_000))
  ann.drop()
  const again = await enter('Ann')
  await again.leaves()
})

test('a core that says a pardon of an Owner’s ban back is not rejected', async () => {
  if (!game.isRunning) await start({ xboxAuth: false })
  game.types('core')
  const dan = await enter('Dan')
  await expect.poll(() => idOf('Dan'), { timeout: 20_000 }).toBeDefined()
  const from = game.mark
  const ban = { userId: await idOf('Dan'), kind: 'ban', reason: 'Flying' }
  const { id } = await owner.do('POST', '/api/admin/punishments', ban)
  await game.says(/order: punish/, from)
  await owner.do('POST', `/api/admin/punishments/${id}/lift`, { reason: 'It was lag' })
  await game.says(/order: pardon/, from)
  // It answers once what was said back has its result.
  dan.command('/link')
  await dan.reads(/Your code is/)
  expect(game.output.slice(from)).not.toMatch(/rejected/)
  await dan.leaves()
})

test('a mistaken /ready is answered to the player, and is no fault of the server', async () => {
  const ben = await enter('Ben')
  const from = game.mark
  ben.command('/ready')
  await ben.reads(/The website says/)
  expect(game.output.slice(from)).not.toMatch(/WARNING/)
  await ben.leaves()
})

test('a site that hangs delays neither logins nor the stop, with one worker', async () => {
  await start({ xboxAuth: false, workers: '1' })
  const login = async (name: keyof typeof xuids) => {
    const since = performance.now()
    const player = await enter(name)
    const took = performance.now() - since
    await player.leaves()
    return took
  }
  const usual = await login('Ann')
  process.kill(site.pid, 'SIGSTOP')
  try {
    // A request is under way then.
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    const hanging = await login('Ben')
    const stop = await game.stop()
    console.log(
      `login ${Math.round(usual)} ms, ${Math.round(hanging)} ms while the site hangs, then stop ${Math.round(stop)} ms`,
    )
    expect(hanging - usual).toBeLessThan(6_000)
    expect(stop).toBeLessThan(3_000)
  } finally {
    process.kill(site.pid, 'SIGCONT')
  }
})

test(`an evening of ${minutes} minutes`, async () => {
  await withSmallDisk(async () => {
    await start({ xboxAuth: true })
    site = await evening({ game, site, minutes, spool: spool() })
    await lives()
  })
}, 7_200_000)
