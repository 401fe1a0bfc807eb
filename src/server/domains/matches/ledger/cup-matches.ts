import type { HostedCupMatch } from '../../../../contract/matches/ingest-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** A match whose game server says which match of a cup it was. */
export interface NamedMatch {
  readonly matchId: string
  readonly cupMatchId: string
}

/** What the ledger asks cups, which it may not import. */
export interface CupMatches {
  /** Which of these matches name a match of a cup that was not called, or are not between its two sides. */
  findMisnamed(executor: Executor, matchIds: readonly string[]): Promise<NamedMatch[]>
  /** What game servers must host now. */
  listHosted(executor: Executor): Promise<HostedCupMatch[]>
}
