import { cupTimes } from '../../../../contract/cups/cups.ts'
import type { CupFormat } from '../../../../contract/cups/formats.ts'
import { playersOutOf, qualifiedOf, type Standing, tableOf } from './arena.ts'
import { type Bracket, playBracket } from './bracket.ts'
import { doubleElimination, type Round, singleElimination } from './bracket-shape.ts'
import type { Cup, LedgerMatch } from './cup.ts'
import type { Due, Entrant, FactIndex, FactOf } from './facts.ts'
import { gamesOf, PairGames } from './games.ts'
import { Outs } from './outs.ts'
import type { Pauses } from './pauses.ts'
import { type Place, placesOf } from './places.ts'
import type { Seating } from './seating.ts'

/** What became of a cup since its start. */
export interface PlayedCup {
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
  /** Entrants of a cup that has started who are out of it. */
  readonly out: readonly Entrant[]
  /** What time will bring, earliest first. Nothing once the cup is final or cancelled. */
  readonly due: readonly Due[]
}

export const nothingPlayed = {
  seeds: [],
  rounds: [],
  places: [],
  standings: [],
  countedInBracket: [],
  countedInTable: [],
  playersOut: [],
  out: [],
  due: [],
} as const

interface Given {
  readonly cup: Cup
  readonly facts: FactIndex
  readonly seating: Seating
  readonly pauses: Pauses
  readonly matches: readonly LedgerMatch[]
  readonly closedAt: number | undefined
}

interface Played extends PlayedCup {
  readonly decidedAt: number | undefined
  readonly closesAt: number
}

/** Who plays from when on. */
type Beginning = Pick<FactOf<'started' | 'cut'>, 'seeds' | 'at'>

type Shape = (cup: Cup, entrants: number) => readonly Round[]

const single: Shape = ({ thirdPlace }, entrants) => singleElimination(entrants, thirdPlace)
const double: Shape = (_, entrants) => doubleElimination(entrants)

/** How a cup of each format goes on from its start. */
export const plays: Readonly<Record<CupFormat, (given: Given, started: Beginning) => Played>> = {
  single: (given, started) => playRounds(given, single, started),
  double: (given, started) => playRounds(given, double, started),
  arena: playArena,
}

function playRounds(
  { cup, facts, seating, pauses, matches, closedAt }: Given,
  shape: Shape,
  { seeds, at }: Beginning,
  /** Who went out before is in, or no seed. */
  outsFrom = at,
): Played {
  const outs = new Outs(cup, facts, outsFrom, seating.seated)
  const games = gamesOf(cup, seating.seated, matches, {
    closedAt,
    isPlayerOut: (identity, when) => outs.isPlayerOut(identity, when),
    wasCancelled: (when) => pauses.wasCancelled(when),
  })
  const bracket = playBracket(
    {
      cup,
      facts,
      pairs: new PairGames(games),
      outs,
      pauses,
      seedOf: new Map(seeds.map((entrant, seed) => [entrant, seed])),
    },
    shape(cup, seeds.length),
    seeds,
    at,
  )
  const places = placesOf(bracket, seeds)
  const beaten = new Set(places.filter(({ place }) => place > 1).map(({ entrant }) => entrant))
  return {
    ...nothingPlayed,
    seeds,
    ...bracket,
    places,
    countedInBracket: bracket.rounds.flatMap(({ nodes }) =>
      nodes.flatMap((node) => node.games.map(({ matchId }) => matchId)),
    ),
    playersOut: outs.playersOut,
    out: seeds.filter((entrant) => beaten.has(entrant) || outs.isOut(entrant, Infinity)),
    closesAt: closesAt(bracket, pauses),
  }
}

/** Disputes and questioned results hold the end up, for a day at most. */
function closesAt({ rounds, decidedAt = 0 }: Bracket, pauses: Pauses): number {
  const waits = rounds.flatMap(({ nodes }) =>
    nodes.flatMap(({ questionedAt, disputedAt }) => [questionedAt ?? -Infinity, disputedAt ?? -Infinity]),
  )
  return Math.max(
    pauses.limitThroughPauses(decidedAt, cupTimes.disputeMs),
    ...waits.map((since) => pauses.limitThroughPauses(since, cupTimes.staffMs)),
  )
}

/** An arena: until its end and that of late matches its table, then the bracket of its best, if it has a cut. */
function playArena(given: Given, { at: startedAt }: Beginning): Played {
  const { cup, facts, seating, pauses, matches, closedAt } = given
  const cut = facts.first('cut')
  const endAt = cut?.endAt ?? cup.endAt ?? startedAt
  const outs = cup.size === 1 ? undefined : new Outs(cup, facts, startedAt, seating.seated)
  const isOut = outs === undefined ? playersOutOf(facts) : outs.isOut.bind(outs)
  const games = gamesOf(cup, seating.seated, matches, {
    closedAt: cut?.at ?? closedAt,
    isPlayerOut: outs?.isPlayerOut.bind(outs),
    wasCancelled: (at) => pauses.wasCancelled(at),
  })
  const { standings, counted } = tableOf({ ...cup, endAt }, isOut, seating.seated, games)
  const table = { standings, countedInTable: counted }
  if (cut !== undefined) {
    const bracket = playFinalBracket(given, startedAt, cut)
    const behindCut = seating.seated
      .map(({ entrant }) => entrant)
      .filter((entrant) => !cut.seeds.includes(entrant))
    return {
      ...bracket,
      ...table,
      out: [...bracket.out, ...behindCut],
      places: [...bracket.places, ...behind(cut.seeds, standings)],
    }
  }
  const at = endAt + cupTimes.lateMs
  const seeds = cup.cut === null ? [] : qualifiedOf(isOut, standings, cup.cut)
  return {
    ...nothingPlayed,
    ...table,
    playersOut: outs?.playersOut ?? [],
    out: seating.seated.map(({ entrant }) => entrant).filter((entrant) => isOut(entrant, Infinity)),
    places: standings.map(({ entrant, place }) => ({ entrant, place })),
    // Nobody to play against: the table decides.
    due: [seeds.length < 2 ? { at, kind: 'closed' } : { at, kind: 'cut', seeds, endAt }],
    decidedAt: undefined,
    closesAt: at,
  }
}

/** A single elimination, begun by the cut. */
function playFinalBracket(given: Given, startedAt: number, cut: FactOf<'cut'>): Played {
  const seated = given.seating.seated.filter(({ entrant }) => cut.seeds.includes(entrant))
  return playRounds(
    { ...given, cup: { ...given.cup, matches: 'any' }, seating: { ...given.seating, seated } },
    single,
    cut,
    // Players who left their team in the arena stay out of it; who left alone and registered again is in.
    given.cup.size === 1 ? cut.at : startedAt,
  )
}

/** Places of those who did not go on: behind those who did, as in the table. */
const behind = (seeds: readonly Entrant[], standings: readonly Standing[]): Place[] =>
  standings
    .filter(({ entrant }) => !seeds.includes(entrant))
    .map(({ entrant }, index) => ({ entrant, place: seeds.length + index + 1 }))
