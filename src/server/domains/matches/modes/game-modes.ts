import { modeLimits } from '../../../../contract/network/modes.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { EventOf } from '../ledger/events.ts'
import { type CountedMode, findCountedModes, insertGameModes } from './queries.ts'

export interface GameModes {
  readonly counted: ReadonlyMap<string, CountedMode>
  /** Why there is no room for the modes of these events, by index. */
  readonly refused: ReadonlyMap<number, string>
}

const full = `data.gameType is unknown, and ${modeLimits.madeByGame} modes of matches already wait for staff to list or merge them`

/**
 * Makes unlisted modes of unknown game types, so that no match is lost. Runs before the transaction of the events, like
 * the making of boards.
 */
export async function ensureGameModes(
  database: Pick<Database, 'sql'>,
  events: readonly EventOf<'match'>[],
): Promise<GameModes> {
  const wanted = [...new Set(events.map(({ data }) => data.gameType))]
  let counted = await findCountedModes(database.sql, wanted)
  const unknown = wanted.filter((key) => !counted.has(key))
  if (unknown.length > 0) {
    await insertGameModes(database, unknown)
    counted = await findCountedModes(database.sql, wanted)
  }
  const withoutMode = events.filter(({ data }) => !counted.has(data.gameType))
  return { counted, refused: new Map(withoutMode.map(({ index }) => [index, full])) }
}
