import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import { registerMember } from './calls.ts'
import { linkedAccounts } from './queries.ts'
import type { SamplePlayer } from './sample-data.ts'

/** A sample player who is linked to a member, and so may enter cups. */
export interface Regular extends SamplePlayer {
  readonly userId: number
}

const names = [
  'SwiftComet',
  'EmberFox',
  'FrostOtter',
  'SilentRook',
  'LuckyAnvil',
  'IronFinch',
  'NeonLynx',
  'VelvetDrift',
  'RapidKelp',
  'MistyPearl',
  'SolarViper',
  'PixelTorch',
  'CrimsonMaple',
  'LunarGhast',
  'StaticQuartz',
  'BrambleBlock',
]

/** Members who play in cups, linked to players by the code that the game shows. Those of an earlier run stay. */
export async function linkRegulars(
  app: FastifyInstance,
  database: Database,
  secret: string,
  players: readonly SamplePlayer[],
): Promise<readonly Regular[]> {
  const wanted = players.slice(0, names.length)
  const before = await linkedAccounts(
    database,
    wanted.map(({ xuid }) => xuid),
  )
  for (const [index, { xuid, gamertag }] of wanted.entries()) {
    if (before.has(xuid)) continue
    await registerMember(app, names[index]!, await linkCode(app, secret, { xuid, gamertag }))
  }
  const accounts = await linkedAccounts(
    database,
    wanted.map(({ xuid }) => xuid),
  )
  return wanted.map((player) => ({ ...player, userId: accounts.get(player.xuid)! }))
}

/** What a player reads who types `/link` in game. */
async function linkCode(app: FastifyInstance, secret: string, data: object): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/ingest/events',
    headers: { authorization: `Bearer ${secret}` },
    payload: { events: [{ id: randomUUID(), at: new Date().toISOString(), type: 'link.request', data }] },
  })
  const [result] = response.json<{ results: { code?: string }[] }>().results
  if (result?.code === undefined) throw new Error(`linking answered ${response.statusCode}: ${response.body}`)
  return result.code
}
