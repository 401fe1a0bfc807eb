import type { IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import { modeLimits } from '../../../../contract/network/modes.ts'
import type { Database } from '../../../platform/database.ts'
import type { LedgerEvent } from '../ledger/events.ts'
import { type CountedMode, findCountedModes, insertGameModes } from './queries.ts'

export interface GameModes {
  readonly counted: ReadonlyMap<string, CountedMode>
  /** Events of modes for which there is no room. */
  readonly refused: ReadonlyMap<number, IngestResult>
}

const full = `data.gameType is unknown, and ${modeLimits.madeByGame} modes of matches already wait for staff to list or merge them`

/**
 * Makes unlisted modes of unknown game types, so that no match is lost. Runs before the transaction of the events, like
 * the making of boards.
 */
export async function ensureGameModes(
  database: Pick<Database, 'sql'>,
  events: readonly LedgerEvent[],
  knowsRetry: boolean,
): Promise<GameModes> {
  const wanted = [...new Set(events.flatMap((event) => (event.type === 'match' ? event.data.gameType : [])))]
  let counted = await findCountedModes(database.sql, wanted)
  const unknown = wanted.filter((key) => !counted.has(key))
  if (unknown.length > 0) {
    await insertGameModes(database, unknown)
    counted = await findCountedModes(database.sql, wanted)
  }
  const refused = new Map<number, IngestResult>()
  for (const event of events) {
    if (event.type !== 'match' || counted.has(event.data.gameType)) continue
    const status = knowsRetry ? 'retry' : 'rejected'
    refused.set(event.index, { id: event.sentId, status, reason: full })
  }
  return { counted, refused }
}
