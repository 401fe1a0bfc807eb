import type { FastifyInstance } from 'fastify'
import { call, reportEvents } from './calls.ts'
import type { Random } from './random.ts'
import type { SamplePlayer } from './sample-data.ts'

const dayMs = 86_400_000

const given = [
  { kind: 'ban', reason: 'Flying in Boxing', days: 30 },
  { kind: 'mute', reason: 'Insults in chat', days: 3 },
  { kind: 'warn', reason: 'Spam in chat', days: null },
] as const

const appealText =
  'I was not flying. My connection dropped for two seconds, and the server put me back up where I had been before.'

/** Some punishments as the game reports them, and an appeal against the first with the code of its ban screen. */
export async function fillPunishments(
  app: FastifyInstance,
  random: Random,
  secret: string,
  players: readonly SamplePlayer[],
): Promise<number> {
  const events = given.slice(0, players.length).map(({ kind, reason, days }, index) => {
    const { xuid, gamertag } = players[players.length - 1 - index]!
    const until = days === null ? undefined : new Date(Date.now() + days * dayMs).toISOString()
    const data = { id: random.uuid(), xuid, gamertag, kind, reason, until, by: 'Sample Guard' }
    return { id: random.uuid(), type: 'punishment', at: new Date().toISOString(), data }
  })
  const [first] = await reportEvents(app, secret, events)
  if (first?.appealCode === undefined)
    throw new Error('a sample punishment was answered without an appeal code')
  await call(app, {
    method: 'POST',
    url: '/api/appeals',
    payload: { code: first.appealCode, text: appealText },
  })
  return events.length
}
