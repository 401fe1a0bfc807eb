import { type CupState, checkInTimes, cupTimes } from '../../../../contract/cups/cups.ts'
import { playersOutOf, qualifiedOf, type Standing, tableOf } from './arena.ts'
import { type Bracket, playBracket } from './bracket.ts'
import type { Cup, LedgerMatch } from './cup.ts'
import { type Due, type Entrant, type Fact, FactIndex, type FactOf } from './facts.ts'
import { gamesOf, PairGames } from './games.ts'
import { Outs } from './outs.ts'
import { Pauses, pauseEndsAt } from './pauses.ts'
import { type Place, placesOf } from './places.ts'
import { type Seating, seatingOf } from './seating.ts'

/** A cup as it stands. */
export interface CupAsItStands extends Seating {
  readonly state: CupState
  /** Best first; empty before the start, and in an arena before its final bracket. */
  readonly seeds: readonly Entrant[]
  readonly rounds: Bracket['rounds']
  /** In the cup, as far as they are decided. In an arena those of its table, until its final bracket begins. */
  readonly places: readonly Place[]
  /** The table of an arena; in its final bracket it stands. */
  readonly standings: readonly Standing[]
  /** Matches of the ledger that count in its bracket, and in its table. */
  readonly countedInBracket: readonly string[]
  readonly countedInTable: readonly string[]
  /** Identities of players who are out of their team, which may play on. */
  readonly playersOut: readonly number[]
  /** What time will bring, earliest first. Nothing once the cup is final or cancelled. */
  readonly due: readonly Due[]
}

const nothing = {
  seeds: [],
  rounds: [],
  places: [],
  standings: [],
  countedInBracket: [],
  countedInTable: [],
  playersOut: [],
  due: [],
} as const

/** Computes a cup from what people, time and the ledger said. Knows no clock: the same arguments give the same cup. */
export function cupOf(cup: Cup, given: readonly Fact[], matches: readonly LedgerMatch[]): CupAsItStands {
  const facts = new FactIndex(given)
  const seating = seatingOf(cup, facts)
  const started = facts.first('started')
  const closedAt = facts.first('closed')?.at
  const isCancelled = facts.first('cancelled') !== undefined || facts.ruledAt('cancel').length > 0
  if (started === undefined)
    return isCancelled
      ? { ...nothing, ...seating, state: 'cancelled' }
      : { ...nothing, ...seating, state: 'open', due: dueBeforeStart(cup, seating) }

  const pauses = new Pauses(facts)
  const played = cup.format === 'arena' ? playArena : playRounds
  const { decidedAt, closesAt, due, ...result } = played(
    { cup, facts, seating, pauses },
    started.seeds,
    started.at,
    matches,
    closedAt,
  )
  const common = { ...seating, ...result }
  if (isCancelled && closedAt === undefined) return { ...common, state: 'cancelled', due: [] }
  if (closedAt !== undefined) return { ...common, state: 'final', due: [] }
  if (decidedAt !== undefined) return { ...common, state: 'closing', due: [{ at: closesAt, kind: 'closed' }] }
  if (pauses.since !== undefined)
    return { ...common, state: 'paused', due: [{ at: pauseEndsAt(pauses.since), kind: 'cancelled' }] }
  return { ...common, state: 'running', due: due.toSorted((one, other) => one.at - other.at) }
}

/** The check-in is counted when it closes, and again at the start. */
function dueBeforeStart(cup: Cup, { seated }: Seating): Due[] {
  if (cup.startAt === null) return []
  if (seated.length >= cup.minimum) return [{ at: cup.startAt, kind: 'started' }]
  const { closesAt } = checkInTimes(cup.startAt, cup.madeAt)
  return [{ at: cup.format === 'arena' ? cup.startAt : closesAt, kind: 'cancelled' }]
}

interface Given {
  readonly cup: Cup
  readonly facts: FactIndex
  readonly seating: Seating
  readonly pauses: Pauses
}

type Played = Pick<
  CupAsItStands,
  'seeds' | 'rounds' | 'places' | 'standings' | 'countedInBracket' | 'countedInTable' | 'playersOut' | 'due'
> & {
  readonly decidedAt: number | undefined
  readonly closesAt: number
}

function playRounds(
  { cup, facts, seating, pauses }: Given,
  seeds: readonly Entrant[],
  startedAt: number,
  matches: readonly LedgerMatch[],
  closedAt: number | undefined,
  /** Who went out before is in, or no seed. */
  outsFrom = startedAt,
): Played {
  const outs = new Outs(cup, facts, outsFrom, seating.seated)
  const bracket = playBracket(
    {
      cup,
      facts,
      pairs: new PairGames(
        gamesOf(cup, seating.seated, matches, closedAt, (identity, at) => outs.isPlayerOut(identity, at)),
      ),
      outs,
      pauses,
      seedOf: new Map(seeds.map((entrant, seed) => [entrant, seed])),
    },
    seeds,
    startedAt,
  )
  return {
    seeds,
    ...bracket,
    places: placesOf(bracket, seeds),
    standings: [],
    countedInBracket: bracket.rounds.flatMap(({ nodes }) =>
      nodes.flatMap(({ games }) => games.map(({ matchId }) => matchId)),
    ),
    countedInTable: [],
    playersOut: outs.playersOut,
    closesAt: closesAt(bracket),
  }
}

/** Disputes and questioned results hold the end up, for a day at most. */
function closesAt({ rounds, decidedAt = 0 }: Bracket): number {
  const waits = rounds.flatMap(({ nodes }) =>
    nodes.flatMap(({ questionedAt, disputedAt }) => [questionedAt ?? -Infinity, disputedAt ?? -Infinity]),
  )
  return Math.max(decidedAt + cupTimes.disputeMs, ...waits.map((since) => since + cupTimes.staffMs))
}

/** An arena: until its end and that of late matches its table, then the bracket of its best, if it has a cut. */
function playArena(
  given: Given,
  _seeds: readonly Entrant[],
  startedAt: number,
  matches: readonly LedgerMatch[],
  closedAt: number | undefined,
): Played {
  const { cup, facts, seating } = given
  const cut = facts.first('cut')
  const endAt = cut?.endAt ?? cup.endAt ?? startedAt
  const outs = cup.size === 1 ? undefined : new Outs(cup, facts, startedAt, seating.seated)
  const isOut = outs === undefined ? playersOutOf(facts) : outs.isOut.bind(outs)
  const games = gamesOf(cup, seating.seated, matches, cut?.at ?? closedAt, outs?.isPlayerOut.bind(outs))
  const { standings, counted } = tableOf({ ...cup, endAt }, isOut, seating.seated, games)
  const table = { standings, countedInTable: counted }
  if (cut !== undefined) {
    const bracket = playFinalBracket(given, startedAt, cut, matches, closedAt)
    return { ...bracket, ...table, places: [...bracket.places, ...behind(cut.seeds, standings)] }
  }
  const at = endAt + cupTimes.lateMs
  const seeds = cup.cut === null ? [] : qualifiedOf(isOut, standings, cup.cut)
  return {
    ...nothing,
    ...table,
    playersOut: outs?.playersOut ?? [],
    places: standings.map(({ entrant, place }) => ({ entrant, place })),
    // Nobody to play against: the table decides.
    due: [seeds.length < 2 ? { at, kind: 'closed' } : { at, kind: 'cut', seeds, endAt }],
    decidedAt: undefined,
    closesAt: at,
  }
}

/** A single elimination, begun by the cut. */
function playFinalBracket(
  given: Given,
  startedAt: number,
  { seeds, at }: FactOf<'cut'>,
  matches: readonly LedgerMatch[],
  closedAt: number | undefined,
): Played {
  const seated = given.seating.seated.filter(({ entrant }) => seeds.includes(entrant))
  return playRounds(
    {
      ...given,
      cup: { ...given.cup, format: 'single', matches: 'any' },
      seating: { ...given.seating, seated },
    },
    seeds,
    at,
    matches,
    closedAt,
    // Players who left their team in the arena stay out of it; who left alone and registered again is in.
    given.cup.size === 1 ? at : startedAt,
  )
}

/** Places of those who did not go on: behind those who did, as in the table. */
const behind = (seeds: readonly Entrant[], standings: readonly Standing[]): Place[] =>
  standings
    .filter(({ entrant }) => !seeds.includes(entrant))
    .map(({ entrant }, index) => ({ entrant, place: seeds.length + index + 1 }))
