import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import type { Database } from '../../../platform/database.ts'
import type { EventOf } from '../ledger/events.ts'
import { identityOf } from '../ledger/identity.ts'
import { deletePartsBeyond, lockPresence, type PresencePart, storePart, storePlayers } from './queries.ts'

/**
 * Stores who is online according to accepted heartbeats. Apart from the ledger's transaction, because the next heartbeat
 * says it again.
 */
export async function storePresence(
  { database }: { readonly database: Pick<Database, 'sql'> },
  serverId: number,
  heartbeats: readonly EventOf<'heartbeat'>[],
): Promise<void> {
  const inOrder = heartbeats.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const { at, data } of inOrder) {
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

function partOf(at: Date, data: EventOf<'heartbeat'>['data']): PresencePart {
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
