import { type CupState, checkInTimes } from '../../../../contract/cups/cups.ts'
import type { Cup, LedgerMatch } from './cup.ts'
import { type Due, type Fact, FactIndex } from './facts.ts'
import { nothingPlayed, type PlayedCup, plays } from './formats.ts'
import { Pauses } from './pauses.ts'
import { type Seating, seatingOf } from './seating.ts'

/** A cup as it stands. */
export interface CupAsItStands extends Seating, PlayedCup {
  readonly state: CupState
}

/** Computes a cup from what people, time and the ledger said. Knows no clock: the same arguments give the same cup. */
export function cupOf(cup: Cup, given: readonly Fact[], matches: readonly LedgerMatch[]): CupAsItStands {
  const facts = new FactIndex(given)
  const seating = seatingOf(cup, facts)
  const started = facts.first('started')
  const closedAt = facts.first('closed')?.at
  const pauses = new Pauses(facts)
  const isCancelled = facts.first('cancelled') !== undefined || pauses.isCancelled
  if (started === undefined)
    return isCancelled
      ? { ...nothingPlayed, ...seating, state: 'cancelled' }
      : { ...nothingPlayed, ...seating, state: 'open', due: dueBeforeStart(cup, seating) }

  const { decidedAt, closesAt, due, ...result } = plays[cup.format](
    { cup, facts, seating, pauses, matches, closedAt },
    started,
  )
  const common = { ...seating, ...result }
  if (isCancelled && closedAt === undefined) return { ...common, state: 'cancelled', due: [] }
  if (closedAt !== undefined) return { ...common, state: 'final', due: [] }
  if (decidedAt !== undefined) return { ...common, state: 'closing', due: [{ at: closesAt, kind: 'closed' }] }
  if (pauses.since !== undefined)
    return { ...common, state: 'paused', due: [{ at: pauses.endsAt(pauses.since), kind: 'cancelled' }] }
  return { ...common, state: 'running', due: due.toSorted((one, other) => one.at - other.at) }
}

/** With too few entrants the cup is cancelled when check-in closes; otherwise it starts on time. */
function dueBeforeStart(cup: Cup, { seated }: Seating): Due[] {
  if (cup.startAt === null) return []
  if (seated.length >= cup.minimum) return [{ at: cup.startAt, kind: 'started' }]
  return [{ at: checkInTimes(cup)?.closesAt ?? cup.startAt, kind: 'cancelled' }]
}
