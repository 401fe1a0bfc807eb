import type { CupFormat, cupMatchKinds } from '../../../../contract/cups/formats.ts'
import type { MatchResult } from '../../../../contract/players/players-schemas.ts'

/** What staff decided about a cup. All times of the engine are milliseconds. */
export interface Cup {
  readonly id: number
  readonly format: CupFormat
  /** Key of the mode, aliases resolved. */
  readonly mode: string
  /** Players of a side. */
  readonly size: number
  readonly seats: number
  readonly minimum: number
  readonly bestOf: number
  readonly finalBestOf: number
  readonly gameMinutes: number
  readonly matches: (typeof cupMatchKinds)[number]
  readonly thirdPlace: boolean
  /** How many of an arena go on to its final bracket; null: it has none. */
  readonly cut: number | null
  readonly madeAt: number
  /** Null while the date is to be announced. */
  readonly startAt: number | null
  /** Of an arena; null in a bracket. */
  readonly endAt: number | null
}

/** A match of the ledger in which players of the cup took part. */
export interface LedgerMatch {
  readonly matchId: string
  readonly mode: string
  readonly ranked: boolean
  readonly startedAt: number
  readonly endedAt: number
  readonly receivedAt: number
  /** When it stopped counting: voided by its own server, or excluded by a ruling. */
  readonly voidedAt: number | null
  /** The match of a cup that the game server says it was. */
  readonly cupMatchId: string | null
  readonly players: readonly LedgerPlayer[]
}

export interface LedgerPlayer {
  readonly identityId: number
  readonly team: string | null
  readonly result: MatchResult
  readonly kills: number
}

/** How game servers name a call. */
export const cupMatchIdOf = (cupId: number, node: string, n: number) => `${cupId}-${node}-${n}`
