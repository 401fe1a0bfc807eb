import { ingestData } from '../../../../../contract/matches/ingest-schemas.ts'
import { type Batch, eventType } from '../event-type.ts'
import type { EventOf } from '../events.ts'
import { findEntries, findStored, insertVoids } from '../queries/matches.ts'
import type { Changes } from '../totals.ts'
import { matchEvents } from './match.ts'

type VoidEvent = EventOf<'match.void'>

export const matchVoidEvents = eventType(ingestData['match.void'], {
  name: 'match.void',
  speaksOf: 'about a match, and only from the key that sent it',
  locks: ({ matchId }) => [`match ${matchId}`],
  hasIdOfItsMatch: ({ id, data }) => id === data.matchId,
  steps: { matches: storeVoids },
  changes: findVoidedEntries,
})

/** Stores voids, of matches that have not arrived yet as well. Those of new ones stay open. */
async function storeVoids(
  { transaction, serverId, verdicts }: Batch,
  events: readonly VoidEvent[],
): Promise<void> {
  const stored = await findStored(
    transaction,
    events.map((event) => event.data.matchId),
  )
  const own: VoidEvent[] = []
  for (const event of events) {
    const match = stored.get(event.data.matchId)
    if (match === undefined || match.serverId === serverId) own.push(event)
    else verdicts.reject(event, 'only the game server that sent a match can void it')
  }
  const firsts = new Map([...own].reverse().map((event) => [event.data.matchId, event]))
  const inserted = await insertVoids(
    transaction,
    serverId,
    [...firsts.values()].map(({ at, data }) => ({ ...data, at })),
  )
  for (const event of own) if (!inserted.delete(event.data.matchId)) verdicts.repeat(event)
}

/** The results of stored matches that are void now. Those of this batch have none yet. */
async function findVoidedEntries(
  { transaction, verdicts }: Batch,
  events: readonly VoidEvent[],
): Promise<Partial<Changes>> {
  const fresh = new Set(verdicts.openOf(matchEvents).map(({ data }) => data.matchId))
  const ids = events.map(({ data }) => data.matchId).filter((id) => !fresh.has(id))
  return { voided: await findEntries(transaction, ids) }
}
