import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { statusBedrock } from 'minecraft-server-util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTab, visit } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { freeUdpPort, startGameServer } from './support/game-server.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, spawnSite, startSite } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

const pollMs = 1_000
let gamePort: number
const browser = await sharedBrowser()
let site: Site

beforeAll(async () => {
  gamePort = await freeUdpPort()
  site = await startSite({ GAME_PORT: String(gamePort), STATUS_POLL_MS: String(pollMs) })
})
afterAll(() => endSite(site))

test('the header turns from Server Offline to N Players Online and back by push, without reload', async () => {
  const { page, complaints, close } = await openTab(browser)
  // Polling is cut off: what changes the header must have been pushed.
  await page.route('**/api/minecraft/status', (route) => route.abort())
  const subscribed = new Promise<void>((resolve) =>
    page.on('websocket', (socket) => socket.on('framereceived', () => resolve())),
  )
  await visit(page, site.url)
  const header = page.getByRole('banner')
  await header.getByText('Server Offline').waitFor()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await subscribed

  const shows = (text: string) => header.getByText(text, { exact: true }).waitFor()
  let game = startGameServer(gamePort, 3)
  await shows('3 Players Online')
  game.setPlayers(1)
  await shows('1 Players Online')

  const theirs = await statusBedrock('127.0.0.1', gamePort, { enableSRV: false })
  const ours = await (await fetch(`${site.url}/api/minecraft/status`)).json()
  expect(ours).toMatchObject({
    isOnline: true,
    playerCount: theirs.players.online,
    maxPlayers: theirs.players.max,
    version: theirs.version.name,
    source: 'ping',
  })

  game.stop()
  await shows('Server Offline')
  game = startGameServer(gamePort, 2)
  await shows('2 Players Online')
  game.stop()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  await close()
})

test('a site that stops answers 503 to readiness, closes sockets with 1001 and exits with 0', async () => {
  const own = await startSite()
  const closed = new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(`${own.url.replace('http', 'ws')}/ws`)
    socket.on('open', () => void own.stop().then((code) => code === 0 || reject(new Error(`exit ${code}`))))
    socket.on('close', resolve)
  })
  expect(await closed).toBe(1001)
  expect(await own.stop()).toBe(0)
  await endSite(own)
})

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s in the middle of the first start ends the site and its database, and the next start works',
  async (signal) => {
    const dataDir = await temporaryDir()
    const child = spawnSite({ DATA_DIR: dataDir, LOG_LEVEL: 'info', PORT: String(await freePort()) })
    const ended = once(child, 'exit')
    for await (const chunk of child.stdout ?? []) if (String(chunk).includes('0000_baseline')) break
    child.kill(signal)
    const [code] = await ended
    expect(code).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/cluster/data/postmaster.pid'))).toBe(false)
    const next = await startSite({}, dataDir)
    expect((await fetch(`${next.url}/health/ready`)).status).toBe(200)
    await endSite(next)
  },
)
