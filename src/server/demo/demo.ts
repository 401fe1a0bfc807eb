import { shippedGameTypes } from '../../contract/rankings/stats.ts'
import { createKey } from '../domains/matches/ledger/queries/keys.ts'
import { main } from '../main.ts'
import type { RunningSite } from '../site.ts'
import { reportEvents } from './calls.ts'
import { fillSampleData, NotEmptyError } from './fill.ts'
import { Random } from './random.ts'
import { type SamplePlayer, sampleMatch, samplePlayers } from './sample-data.ts'
import { createStaffLogin } from './staff-login.ts'

/** Controls what the simulated game server replies to pings. */
export interface SimulatedServer {
  setPlayers(count: number): void
}

const size = { players: 240, matches: 3_000 }
const matchEveryMs = 2_500
const heartbeatEveryMs = 5_000
const max = 100

const notice = 'Demo: sample players and matches, and a simulated game server. Nothing here is real.'

/** Runs the site with sample data and a simulated game server that keeps reporting matches. */
export const runDemo = (server: SimulatedServer): Promise<void> =>
  main({
    notice,
    async onReady(site) {
      const { secret } = await createKey(site.database.sql, 'Simulated server')
      const players = await sampleDataOf(site, secret)
      await sayStaffLogin(site)
      playOn(site, secret, server, players)
    },
  })

async function sampleDataOf(
  { app, database }: RunningSite,
  secret: string,
): Promise<readonly SamplePlayer[]> {
  try {
    return await fillSampleData(app, database, secret, size, say)
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

function playOn(
  { app }: RunningSite,
  secret: string,
  server: SimulatedServer,
  players: readonly SamplePlayer[],
) {
  const random = new Random(Date.now())
  const beganAt = Date.now()
  const sinceOf = (index: number) => new Date(beganAt - (max - index) * 67_000).toISOString()
  let online = random.whole(30, 60)
  const send = (events: Parameters<typeof reportEvents>[2]) =>
    reportEvents(app, secret, events).catch((error: Error) =>
      say(`The simulated game server: ${error.message}`),
    )
  const beat = () => {
    online = Math.min(max, Math.max(8, online + random.whole(-3, 3)))
    server.setPlayers(online)
    const present = players
      .slice(0, online)
      .map(({ xuid, favourite: mode }, index) => ({ xuid, mode, since: sinceOf(index) }))
    const queues = Object.fromEntries(shippedGameTypes.map((mode) => [mode, random.whole(0, 4)]))
    const data = { playerCount: online, maxPlayers: max, version: '1.26.0', queues, players: present }
    void send([{ id: random.uuid(), type: 'heartbeat', at: new Date().toISOString(), data }])
  }
  beat()
  setInterval(beat, heartbeatEveryMs).unref()
  setInterval(() => void send([sampleMatch(random, players, new Date())]), matchEveryMs).unref()
}

const say = (line: string) => process.stdout.write(`${line}\n`)
