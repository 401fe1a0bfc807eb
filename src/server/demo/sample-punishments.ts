import type { FastifyInstance } from 'fastify'
import { call } from './calls.ts'
import type { SampleServer } from './game-server.ts'
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
  { client, settled }: SampleServer,
  players: readonly SamplePlayer[],
): Promise<number> {
  const codes = new Map<string, string>()
  client.onAppealCode((_, id, code) => codes.set(id, code))
  const [first, ...others] = given.slice(0, players.length).map(({ kind, reason, days }, index) => {
    const { xuid, gamertag } = players[players.length - 1 - index]!
    const until = days === null ? undefined : Date.now() + days * dayMs
    return client.punish({ player: { xuid }, gamertag, kind, reason, until, by: 'Sample Guard' })
  })
  await settled()
  const code = first?.ok && codes.get(first.punishmentId)
  if (!code) throw new Error('a sample punishment was answered without an appeal code')
  await call(app, { method: 'POST', url: '/api/appeals', payload: { code, text: appealText } })
  return others.length + 1
}
