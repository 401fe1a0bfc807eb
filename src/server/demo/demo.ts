import { shippedGameTypes } from '../../contract/rankings/stats.ts'
import { createKey } from '../domains/matches/ledger/queries/keys.ts'
import { main } from '../main.ts'
import type { RunningSite } from '../site.ts'
import { fillSampleData, NotEmptyError } from './fill.ts'
import { type SampleServer, sampleServer } from './game-server.ts'
import { Random } from './random.ts'
import { type SamplePlayer, sampleMatch, samplePlayers } from './sample-data.ts'
import { createStaffLogin } from './staff-login.ts'

/** Controls what the simulated game server replies to pings. */
export interface SimulatedServer {
  setPlayers(count: number): void
}

const size = { players: 240, matches: 3_000 }
const matchEveryMs = 2_500
const moveEveryMs = 5_000
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
      await sayStaffLogin(site)
      playOn(server, raknet, players, online)
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

async function sayStaffLogin({ database }: RunningSite): Promise<void> {
  const { username, password } = await createStaffLogin(database)
  say(`Sign in as staff at /auth: ${username}, password ${password}; then open /admin`)
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
