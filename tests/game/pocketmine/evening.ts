import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { cli } from '../../e2e/support/people.ts'
import { type Site, startSite } from '../../e2e/support/site.ts'
import { join, type Player } from './client.mjs'
import type { PocketMine } from './server.ts'

const clients = 14
const names = Array.from({ length: clients }, (_, index) => `Guest${String(index + 1).padStart(2, '0')}`)
const commands = ['/link', '/hide', '/show', '/profile', '/checkin', '/ready', '/leavecup', '/unlink']
const actions = ['join', 'join', 'leave', 'chat', 'command', 'duel', 'duel', 'kill'] as const
const troubles = ['hang', 'disk', 'kill', 'none'] as const

const oneOf = <Value>(values: readonly Value[]): Value | undefined =>
  values[Math.floor(Math.random() * values.length)]

interface Evening {
  readonly game: PocketMine
  readonly site: Site
  readonly minutes: number
  /** A file system of its own, which is filled. */
  readonly spool: string
}

/**
 * Players do what comes to their mind while the site hangs, is killed and comes back, and the disk is full. Afterwards every
 * duel that was reported counts once. Returns the site, which is another process by then.
 */
export async function evening({ game, site, minutes, spool }: Evening): Promise<Site> {
  const online = new Map<string, Player>()
  const coming = new Map<string, Promise<void>>()
  const from = game.mark
  const end = Date.now() + minutes * 60_000
  let current = site
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }

  function enter(name: string) {
    const xuid = `25354000000010${name.slice(-2)}`
    const arrival = join(name, game.port, { xuid, root: game.root })
      .then((player) => void online.set(name, player))
      .catch((error: Error) => {
        count('failed login')
        console.log(`${name}: ${error.message.slice(0, 200)}`)
      })
      .finally(() => coming.delete(name))
    coming.set(name, arrival)
  }

  async function act() {
    const action = oneOf(actions)
    const name = oneOf([...online.keys()])
    const player = name === undefined ? undefined : online.get(name)
    if (action === 'join') {
      const away = oneOf(names.filter((one) => !online.has(one) && !coming.has(one)))
      // A machine that does other things too is not asked for more than two logins at once.
      if (away === undefined || coming.size > 1) return
      enter(away)
    } else if (player === undefined || name === undefined) return
    else if (action === 'leave') {
      online.delete(name)
      await player.leaves()
    } else if (action === 'chat') player.says(`Hello ${Math.random()}`)
    else if (action === 'command') player.command(oneOf(commands) ?? '/profile')
    else if (action === 'kill') game.types(`kill ${name}`)
    else {
      const other = oneOf([...online.keys()].filter((one) => one !== name))
      if (other === undefined) return
      game.types(`duel ${name} ${other}`)
    }
    count(action ?? '')
  }

  async function trouble() {
    for (let turn = 0; Date.now() < end; turn += 1) {
      const kind = troubles[turn % troubles.length]
      count(`trouble: ${kind}`)
      if (kind === 'hang') {
        process.kill(current.pid, 'SIGSTOP')
        await sleep(20_000)
        process.kill(current.pid, 'SIGCONT')
      } else if (kind === 'disk') {
        execFileSync('sh', ['-c', `dd if=/dev/zero of=${spool}/full bs=1k 2>/dev/null || true`])
        await sleep(10_000)
        rmSync(pathOf(spool, 'full'))
      } else if (kind === 'kill') {
        await current.kill()
        await sleep(5_000)
        const { port } = new URL(site.url)
        current = await startSite({ GAME_PORT: String(game.port), PORT: port }, site.dataDir)
      }
      await sleep(10_000)
    }
  }

  const troubled = trouble()
  for (let tick = 0; Date.now() < end; tick += 1) {
    await act()
    if (tick % 20 === 0) game.types('status')
    expect(game.isRunning, game.output.slice(-4_000)).toBe(true)
    await sleep(250)
  }
  await troubled
  await Promise.all(coming.values())
  for (const player of online.values()) await player.leaves()

  // Read again each time: who left last loses a duel, which the console says a moment later.
  const reported = () =>
    new Set([...game.output.slice(from).matchAll(/Reported ([0-9a-f-]{36})/g)].map(([, id]) => id)).size
  const said = game.output.slice(from)
  const ticks = [...said.matchAll(/Current TPS: ([\d.]+)/g)].map(([, tps]) => Number(tps))
  const average = ticks.reduce((sum, tps) => sum + tps, 0) / ticks.length
  console.log(
    JSON.stringify({
      minutes,
      ...counts,
      reported: reported(),
      refused: said.split('Not reported').length - 1,
    }),
    `TPS ${Math.min(...ticks)} at least, ${average.toFixed(2)} on average of ${ticks.length}`,
  )
  const wins = async () => {
    let sum = 0
    for (const name of names) {
      const found = await (await fetch(`${current.url}/api/players/search?username=${name}`)).json()
      for (const { user } of found)
        if (user.username === name) {
          const stats = await (await fetch(`${current.url}/api/stats/${user.id}?gameType=boxing`)).json()
          sum += stats.wins
        }
    }
    return sum
  }
  await expect.poll(async () => (await wins()) - reported(), { timeout: 180_000, interval: 3_000 }).toBe(0)
  console.log(`${reported()} duels reported, each counted once`)
  expect(await cli(current, ['ledger', 'verify'])).toContain(' 0 differences')
  return current
}
