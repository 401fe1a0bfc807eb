import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { chromiumFlags } from '../../scripts/lib/chromium-flags.mjs'
import { freePort } from '../e2e/support/free-port.ts'
import { endSite, type Site, startSite } from '../e2e/support/site.ts'
import { databaseOf } from './support/arena.ts'
import { PingCounter } from './support/game-server.ts'
import { LiveClient } from './support/live-client.ts'
import { Acknowledged, promiseNothingLost, type Who, write } from './support/load.ts'
import { type Nginx, startNginx } from './support/nginx.ts'
import { gameKey, ingestRequest, matchEvent, postRequest, signIn } from './support/people.ts'
import { Cluster, type Kind } from './support/postgres.ts'
import { signal, waitFor } from './support/processes.ts'
import { Report, type Result } from './support/result.ts'

const crossingMs = 1_000
const pollMs = 1_000
/** A poll, a second in which nobody leads, and the ping itself. */
const takeoverMs = 4_000
/** The server ends a silent session after 10 s. */
const hungTakeoverMs = 14_000

interface Pair {
  readonly report: Report
  readonly cluster: Cluster
  readonly nginx: Nginx
  readonly game: PingCounter
  readonly sites: [Site, Site]
  readonly who: Who
  readonly environments: readonly [Record<string, string>, Record<string, string>]
}

/** Two processes on one database, behind nginx with the sample configuration. */
export async function twoProcesses(kind: Kind): Promise<Result[]> {
  const report = new Report(`two processes behind nginx (${kind})`)
  const cluster = await Cluster.make(kind)
  const game = await new PingCounter().open()
  const ports: [number, number] = [await freePort(), await freePort()]
  const nginx = await startNginx(ports)
  // The suite's own certificate, on this machine only.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const environmentOf = (port: number) => ({
    ...databaseOf(cluster),
    PORT: String(port),
    PUBLIC_URL: nginx.url,
    TRUST_PROXY: '127.0.0.1',
    GAME_PORT: String(game.port),
    STATUS_POLL_MS: String(pollMs),
  })
  const environments = [environmentOf(ports[0]), environmentOf(ports[1])] as const
  const key = await gameKey(databaseOf(cluster))
  const sites: [Site, Site] = [await startSite(environments[0]), await startSite(environments[1])]
  try {
    const cookies: string[] = []
    for (let n = 0; n < 8; n += 1) cookies.push(await signIn(nginx.url, `Writer ${n}`))
    const pair: Pair = { report, cluster, nginx, game, sites, who: { cookies, key }, environments }
    await door(pair)
    await sharedLimits(pair)
    await crossing(pair)
    await takeover(pair)
    await killedBehindNginx(pair)
    await rolledBehindNginx(pair)
  } finally {
    await Promise.all(sites.map(endSite))
    await nginx.stop()
    game.close()
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    await cluster.remove()
  }
  return report.results
}

/** What the sample configuration itself promises. */
async function door({ report, nginx, who }: Pair): Promise<void> {
  const plain = await fetch(`${nginx.plainUrl}/social?a=b`, { redirect: 'manual' })
  const to = plain.headers.get('location') ?? ''
  const moved = plain.status === 308 && to.startsWith('https://') && to.endsWith('/social?a=b')
  report.promise('http:// leads to https://', '308', `${plain.status} ${to}`, moved)

  const inside = await Promise.all(
    ['/metrics', '/health/ready'].map((path) => fetch(nginx.url + path).then(({ status }) => status)),
  )
  report.promise(
    'metrics and health are not outside',
    '404',
    inside.join(', '),
    inside.every((s) => s === 404),
  )

  const page = await fetch(nginx.url)
  const hsts = page.headers.get('strict-transport-security')
  report.promise(
    'pages arrive, with HSTS',
    '200',
    `${page.status}, ${hsts}`,
    page.status === 200 && hsts !== null,
  )

  const cookie = who.cookies[0] ?? ''
  const post = async (image: string) => {
    const init = postRequest(cookie, '')
    const body = JSON.stringify({ content: 'with an image', mediaUrl: `data:image/png;base64,${image}` })
    return (await fetch(`${nginx.url}/api/posts`, { ...init, body })).status
  }
  const image = (await noise(1_280)).toString('base64')
  const large = await post(image)
  const megabytes = (image.length / 1e6).toFixed(1)
  report.promise(`an image post of ${megabytes} MB passes`, '201', String(large), large === 201)
  const tooLarge = await post('A'.repeat(9_000_000))
  report.promise('one of 9 MB does not', '413', String(tooLarge), tooLarge === 413)
}

/** Nothing compresses it: a picture as large as its pixels. */
async function noise(side: number): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(side * side * 3)
  for (let n = 0; n < pixels.length; n += 1) pixels[n] = Math.floor(Math.random() * 256)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Five wrong passwords are five, however they are spread and whatever address the visitor claims. */
async function sharedLimits({ report, nginx, sites }: Pair): Promise<void> {
  const wrong = async (url: string, forged: string) => {
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forged },
      body: JSON.stringify({ username: 'Writer 7', password: 'wrong horse' }),
    })
    return response.status
  }
  const direct: number[] = []
  for (let n = 0; n < 7; n += 1) direct.push(await wrong(sites[n % 2 === 0 ? 0 : 1].url, '203.0.113.7'))
  report.promise(
    'wrong passwords, in turn at both processes',
    '401 × 5, then 429',
    direct.join(' '),
    direct.join(' ') === '401 401 401 401 401 429 429',
  )
  const forged: number[] = []
  for (let n = 0; n < 6; n += 1) forged.push(await wrong(nginx.url, `198.51.100.${n}`))
  report.promise(
    'wrong passwords through nginx, each with another forged X-Forwarded-For',
    '401 × 5, then 429',
    forged.join(' '),
    forged.join(' ') === '401 401 401 401 401 429',
  )
}

/** A match ingested at one process reaches the browsers at the other. */
async function crossing({ report, nginx, sites, who }: Pair): Promise<void> {
  // nginx spreads them over both processes.
  const sockets = [1, 2, 3, 4].map(() => new LiveClient(nginx.url))
  await waitFor(() => sockets.every(({ isOpen }) => isOpen), 5_000)
  await pause(300)
  const times: (number | undefined)[] = []
  for (const site of sites) {
    const since = performance.now()
    await fetch(`${site.url}/api/ingest/events`, ingestRequest(who.key, [matchEvent(3).event]))
    await waitFor(() => sockets.every((socket) => socket.arrivalAfter(since) !== undefined), 5_000, 5)
    for (const socket of sockets) {
      const at = socket.arrivalAfter(since)
      times.push(at && at - since)
    }
    await pause(1_500)
  }
  const worst = times.includes(undefined) ? undefined : Math.max(...times.map((time) => time ?? 0))
  report.within('a match at either process reaches 4 sockets through nginx', crossingMs, worst)
  for (const socket of sockets) socket.close()
  await toast(report, nginx, sites, who)
}

/** The same, as somebody sees it. */
async function toast(report: Report, nginx: Nginx, sites: readonly Site[], who: Who): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumFlags,
  })
  const page = await browser.newPage({ ignoreHTTPSErrors: true })
  await page.goto(`${nginx.url}/leaderboards`, { waitUntil: 'networkidle' })
  const times: number[] = []
  for (const [n, site] of sites.entries()) {
    // A board shows one toast in ten seconds.
    if (n > 0) await pause(10_500)
    const since = performance.now()
    await fetch(`${site.url}/api/ingest/events`, ingestRequest(who.key, [matchEvent(10 + n * 5).event]))
    await page
      .getByText(`Fighter ${10 + n * 5} won a game!`)
      .first()
      .waitFor({ timeout: 10_000 })
    times.push(performance.now() - since)
  }
  await browser.close()
  report.within('a match at either process is a toast in Chromium through nginx', 2_000, Math.max(...times))
}

/** One of two processes polls the game server; when it dies, or hangs, the other does. */
async function takeover({ report, game, sites, environments }: Pair): Promise<void> {
  await pause(2 * pollMs)
  const gaps: (number | undefined)[] = []
  // One of the two led: it is among them. Afterwards the one that was killed first leads.
  for (const one of [0, 1] as const) {
    const since = performance.now()
    await sites[one].kill()
    await waitFor(() => game.firstAfter(since) !== undefined, 30_000)
    gaps.push(game.firstAfter(since))
    sites[one] = await startSite(environments[one], sites[one].dataDir)
  }
  const gap = gaps.includes(undefined) ? undefined : Math.max(...gaps.map((ms) => ms ?? 0))
  report.within('the game server is polled again after its poller is killed', takeoverMs, gap)

  signal(sites[0].pid, 'SIGSTOP')
  const since = performance.now() + 200
  await pause(200)
  await waitFor(() => game.firstAfter(since) !== undefined, 30_000)
  report.within('… and after it hangs (SIGSTOP)', hungTakeoverMs, game.firstAfter(since))
  signal(sites[0].pid, 'SIGCONT')
}

/** kill -9 of one process: the other goes on. */
async function killedBehindNginx(pair: Pair): Promise<void> {
  const { report, cluster, nginx, sites, who, environments } = pair
  const done = new Acknowledged()
  const sockets = [1, 2, 3, 4, 5, 6].map(() => new LiveClient(nginx.url))
  await waitFor(() => sockets.every(({ isOpen }) => isOpen), 5_000)
  let back: number | undefined
  const killed = pause(1_500).then(async () => {
    const since = performance.now()
    await sites[0].kill()
    await waitFor(() => sockets.some(({ isOpen }) => !isOpen), 2_000, 5)
    if (await waitFor(() => sockets.every(({ isOpen }) => isOpen), 20_000, 20))
      back = performance.now() - since
    await pause(3_000)
  })
  const { responses, wrong } = await write(() => nginx.url, who, done, killed)
  const worst = who.cookies.length
  report.promise(
    `of ${responses.length} writes around a kill -9, answered with an error (those under way in it)`,
    `≤ ${worst}`,
    String(wrong.length),
    wrong.length <= worst,
  )
  report.within('all sockets are open again, at the other process', 3_000, back)
  for (const socket of sockets) socket.close()
  sites[0] = await startSite(environments[0], sites[0].dataDir)
  await promiseNothingLost(report, cluster, databaseOf(cluster), done)
}

/** SIGTERM and a new start of each in turn, as an upgrade does it: nobody notices. */
async function rolledBehindNginx(pair: Pair): Promise<void> {
  const { report, cluster, nginx, sites, who, environments } = pair
  const done = new Acknowledged()
  const rolled = pause(1_000).then(async () => {
    for (const one of [0, 1] as const) {
      await sites[one].stop()
      sites[one] = await startSite(environments[one], sites[one].dataDir)
      // nginx tries a process that was away again after 2 s; until then the other one is all it has (docs/operations.md).
      await pause(2_500)
      // As long as nginx passes over a process that refused.
      await pause(2_500)
    }
  })
  const { responses, wrong } = await write(() => nginx.url, who, done, rolled)
  report.none(`errors in ${responses.length} writes while both processes are restarted in turn`, wrong)
  await promiseNothingLost(report, cluster, databaseOf(cluster), done)
}
