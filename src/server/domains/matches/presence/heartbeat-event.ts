import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import { ingestData } from '../../../../contract/matches/ingest-schemas.ts'
import type { Context } from '../../../context.ts'
import { type Batch, eventType } from '../ledger/event-type.ts'
import type { EventOf } from '../ledger/events.ts'
import { identityOf } from '../ledger/identity.ts'
import {
  deletePartsBeyond,
  lockPresence,
  type PresencePart,
  storeHeartbeat,
  storePart,
  storePlayers,
} from './queries.ts'

type Heartbeat = EventOf<'heartbeat'>

export const heartbeatEvents = eventType(ingestData.heartbeat, {
  name: 'heartbeat',
  speaksOf: 'who is on its server is what a game server knows; what it says of them then counts',
  sees: ({ at, data }) => (data.players ?? []).map((player) => ({ ...identityOf(player), at })),
  steps: { heartbeats: storeNewest },
  async publish(context, serverId, accepted) {
    await storePresence(context, serverId, accepted)
    await context.live.publish('server_status', {})
  },
})

const byTime = (one: Heartbeat, other: Heartbeat) => one.at.getTime() - other.at.getTime()

async function storeNewest({ transaction, serverId }: Batch, events: readonly Heartbeat[]): Promise<void> {
  const newest = events.toSorted(byTime).at(-1)
  if (newest === undefined) return
  const { playerCount, maxPlayers, version, queues } = newest.data
  await storeHeartbeat(transaction, serverId, {
    at: newest.at,
    playerCount,
    maxPlayers: maxPlayers ?? null,
    version: version ?? null,
    queues: queues ?? {},
  })
}

/** Stores who is online. Apart from the ledger's transaction, because the next heartbeat says it again. */
async function storePresence(
  { database }: Pick<Context, 'database'>,
  serverId: number,
  heartbeats: readonly Heartbeat[],
): Promise<void> {
  for (const { at, data } of heartbeats.toSorted(byTime)) {
    await database.sql.transaction().execute(async (transaction) => {
      await lockPresence(transaction)
      // Without a list, nothing is known of this server's players.
      if (data.players === undefined) return deletePartsBeyond(transaction, serverId, 0, at)
      const part = partOf(at, data)
      if (!(await storePart(transaction, serverId, part))) return
      await storePlayers(transaction, serverId, part)
      await deletePartsBeyond(transaction, serverId, part.parts, at)
    })
  }
}

function partOf(at: Date, data: Heartbeat['data']): PresencePart {
  const players = (data.players ?? []).slice(0, ingestLimits.presence)
  const part = data.part ?? 1
  const refs = players.map(identityOf)
  return {
    at,
    part,
    parts: Math.max(part, data.parts ?? 1),
    kinds: refs.map(({ kind }) => kind),
    values: refs.map(({ value }) => value),
    modeOf: players.map(({ mode }) => mode || null),
    since: players.map(({ since }) => since?.toISOString() ?? null),
  }
}
