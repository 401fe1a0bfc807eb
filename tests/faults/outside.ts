import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { mailServer } from '../../src/server/testing/mail-server.ts'
import { withArena } from './support/arena.ts'
import { PingCounter } from './support/game-server.ts'
import { loadReads, slowest } from './support/load.ts'
import type { Kind } from './support/postgres.ts'
import { memoryOf, waitFor } from './support/processes.ts'
import { Report, type Result } from './support/result.ts'

const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')

/** A pong as a game server sends it, to the time in the ping. */
function pong(ping: Buffer, players: number, echo = ping.subarray(1, 9)): Buffer {
  const text = Buffer.from(`MCPE;A lie;800;1.26.0;${players};100;1;level;Survival;1;19132;19133;`)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([Buffer.from([0x1c]), echo, Buffer.alloc(8), magic, length, text])
}

const lies: readonly { readonly name: string; readonly answer: (ping: Buffer) => readonly Buffer[] }[] = [
  { name: 'silence', answer: () => [] },
  { name: 'garbage', answer: () => Array.from({ length: 50 }, () => randomBytes(1_400)) },
  { name: 'huge packets', answer: (ping) => [Buffer.concat([pong(ping, 5), Buffer.alloc(60_000, 0x3b)])] },
  { name: 'pongs to a question never asked', answer: (ping) => [pong(ping, 5, randomBytes(8))] },
  { name: 'billions of players', answer: (ping) => [pong(ping, 4_000_000_000)] },
]

/** Game server, Discord and mail server that are silent or lie. */
export async function outsideFaults(kind: Kind): Promise<Result[]> {
  const report = new Report(`the world outside (${kind})`)
  let answer: (ping: Buffer) => readonly Buffer[] = () => []
  const game = await new PingCounter((ping) => answer(ping)).open()
  const discord = await lyingDiscord()
  const mail = await hangingMail()
  const environment = {
    GAME_PORT: String(game.port),
    STATUS_POLL_MS: '500',
    DISCORD_API_URL: discord.url,
    DISCORD_INVITE: 'arena',
    SMTP_URL: mail.url,
    MAIL_FROM: 'site@play.example',
    CONTACT_TO: 'team@play.example',
  }
  await withArena(
    kind,
    async (arena) => {
      const { site, who } = arena
      const status = async () =>
        (await (await fetch(`${site.url}/api/minecraft/status`)).json()) as { isOnline: boolean }
      for (const lie of lies) {
        answer = lie.answer
        await pause(2_200)
        const { isOnline } = await status()
        report.promise(
          `the game server answers with ${lie.name}`,
          'offline',
          isOnline ? 'online' : 'offline',
          !isOnline,
        )
      }
      answer = (ping) => [pong(ping, 7)]
      report.within(
        'it is shown online once it answers',
        2_000,
        await waitFor(async () => (await status()).isOnline, 5_000),
      )

      const requests = await loadReads(site.url, who, pause(4_000))
      const longest = slowest(requests)
      report.within(
        `longest of ${requests.responses.length} responses with Discord and mail hung`,
        5_000,
        longest.ms,
      )
      report.none('wrong answers', requests.wrong)
      const begun = performance.now()
      const info = await fetch(`${site.url}/api/discord/info`)
      const { memberCount } = (await info.json()) as { memberCount: number }
      report.within('/api/discord/info while Discord sends without end', 2_500, performance.now() - begun)
      report.promise('… answers the last known count', '12000', String(memberCount), memberCount === 12_000)

      await promiseMail(report, site.url, mail)
      const memory = memoryOf(site.pid)
      report.promise('memory of the process afterwards', '≤ 400 MB', `${memory} MB`, memory <= 400)
      mail.hang()
      await contact(site.url)
      await pause(2_500)
      const stopping = performance.now()
      const exit = await site.stop()
      report.promise('SIGTERM while a mail hangs', 'exit 0', `exit ${exit}`, exit === 0)
      report.within('… takes', 8_000, performance.now() - stopping)
    },
    { environment },
  )
  game.close()
  discord.close()
  await mail.close()
  return report.results
}

const contact = (url: string) =>
  fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'A Visitor',
      email: 'visitor@play.example',
      subject: 'A question',
      message: 'Does this arrive, although the mail server hangs?',
    }),
  })

async function promiseMail(report: Report, url: string, mail: Awaited<ReturnType<typeof hangingMail>>) {
  const begun = performance.now()
  const { status } = await contact(url)
  report.within(
    `a contact message is taken (${status}) while the mail server hangs`,
    2_000,
    performance.now() - begun,
  )
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const waiting = /^outbox_waiting\{channel="mail"\} (\d+)$/m.exec(metrics)?.[1]
  report.promise('/metrics says that it waits', '1', waiting ?? 'nothing', waiting === '1')
  await pause(2_500)
  mail.answer()
  const arrived = await waitFor(
    () => mail.lines().some((line) => line.includes('Does this arrive')),
    90_000,
    200,
  )
  report.within('it is mailed after the mail server is back', 60_000, arrived)
}

async function lyingDiscord() {
  const respond: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write('[['.repeat(100)), 100)
    response.once('close', () => clearInterval(timer))
  }
  const server = createHttpServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Takes connections and says nothing, until it is told to answer. */
async function hangingMail() {
  const real = await mailServer()
  let responses = false
  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (!responses) return
    const far = connect(Number(new URL(real.url).port), '127.0.0.1')
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines: () => real.lines,
    answer() {
      responses = true
    },
    hang() {
      responses = false
    },
    async close() {
      server.close()
      await real.close()
    },
  }
}
