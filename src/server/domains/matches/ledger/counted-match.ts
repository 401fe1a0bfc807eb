import type { IngestMatch } from '../../../../contract/matches/ingest-schemas.ts'
import type { CountedMode } from '../modes/queries.ts'
import type { Entry } from './totals.ts'

/** Where a match counts: its mode, whether overall as well, and when. Each game type of an accepted event has a mode. */
export function countedMatch(
  { gameType, endedAt }: Pick<IngestMatch, 'gameType' | 'endedAt'>,
  modes: ReadonlyMap<string, CountedMode>,
): Pick<Entry, 'gameType' | 'inOverall' | 'endedAt'> {
  const counted = modes.get(gameType)
  if (counted === undefined) throw new Error(`the mode ${gameType} was not made`)
  return { gameType: counted.mode, inOverall: counted.inOverall, endedAt }
}
