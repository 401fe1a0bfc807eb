import { shippedGameTypes } from '../../contract/rankings/stats.ts'
import { createKey } from '../domains/matches/ledger/queries/keys.ts'
import { main } from '../main.ts'
import type { RunningSite } from '../site.ts'
import { signIn } from './calls.ts'
import { demoCups } from './cups.ts'
import { fillSampleData, NotEmptyError } from './fill.ts'
import { type SampleServer, sampleServer } from './game-server.ts'
import { Random } from './random.ts'
import { linkRegulars } from './regulars.ts'
import { type SamplePlayer, sampleMatch, samplePlayers } from './sample-data.ts'
import { createStaffLogin } from './staff-login.ts'

/** Controls what the simulated game server replies to pings. */
export interface SimulatedServer {
  setPlayers(count: number): void
}

const size = { players: 240, matches: 3_000 }
const matchEveryMs = 2_500
const moveEveryMs = 5_000
const cupsEveryMs = 10_000
const max = 100

const notice = 'Demo: sample players and matches, and a simulated game server. Nothing here is real.'

/** Runs the site with sample data and a simulated game server that keeps reporting matches through the SDK. */
export const runDemo = (raknet: SimulatedServer): Promise<void> =>
  main({
    notice,
    async onReady(site) {
      const { secret } = await createKey(site.database.sql, 'Simulated server')
      const online = new Set<SamplePlayer>()
      const playerCount = () => online.size
      const server = sampleServer(site.app, { secret, maxPlayers: max, version: '1.26.0', playerCount, say })
      server.client.start()
      const players = await sampleDataOf(site, server)
      const login = await createStaffLogin(site.database)
      say(`Sign in as staff at /auth: ${login.username}, password ${login.password}; then open /admin`)
      playOn(server, raknet, players, online)
      await runCups(site, server, secret, players, login)
    },
  })

async function sampleDataOf(
  { app, database }: RunningSite,
  server: SampleServer,
): Promise<readonly SamplePlayer[]> {
  try {
    return await fillSampleData(app, database, server, size, say)
  } catch (error) {
    if (!(error instanceof NotEmptyError)) throw error
    say('Continuing with the sample data of the last run')
    return samplePlayers(new Random(), size.players)
  }
}

/** Cups are made, entered and played for as long as the process lives. */
async function runCups(
  { app, database }: RunningSite,
  { client }: SampleServer,
  secret: string,
  players: readonly SamplePlayer[],
  login: Parameters<typeof signIn>[1],
): Promise<void> {
  const cups = demoCups({
    app,
    database,
    client,
    host: await signIn(app, login),
    regulars: await linkRegulars(app, database, secret, players),
    random: new Random(Date.now()),
    clock: { now: Date.now, after: (ms, work) => void setTimeout(work, ms).unref() },
  })
  client.onCupMatches(cups.host)
  const goOn = async () => {
    await cups.step().catch((error: unknown) => say(`The cups of the demo: ${error}`))
    setTimeout(goOn, cupsEveryMs).unref()
  }
  await goOn()
}

/** Players come and go, queue and play for as long as the process lives. */
function playOn(
  { client }: SampleServer,
  raknet: SimulatedServer,
  players: readonly SamplePlayer[],
  online: Set<SamplePlayer>,
) {
  const random = new Random(Date.now())
  const join = (player: SamplePlayer) => {
    online.add(player)
    client.joined(player, player.gamertag)
    client.playing(player, player.favourite)
  }
  const leave = (player: SamplePlayer) => {
    online.delete(player)
    client.left(player)
  }
  const comeAndGo = () => {
    const wanted = Math.min(max, Math.max(8, online.size + random.whole(-3, 3)))
    while (online.size > wanted) leave(random.pick([...online]))
    while (online.size < Math.min(wanted, players.length)) join(random.pick(players))
    for (const mode of shippedGameTypes) client.setQueue(mode, random.whole(0, 4))
    raknet.setPlayers(online.size)
  }
  for (const player of players.slice(0, random.whole(30, 60))) join(player)
  comeAndGo()
  setInterval(comeAndGo, moveEveryMs).unref()
  setInterval(() => client.reportMatch(sampleMatch(random, players, new Date())), matchEveryMs).unref()
}

const say = (line: string) => process.stdout.write(`${line}\n`)
