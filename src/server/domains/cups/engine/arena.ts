import { cupLimits } from '../../../../contract/cups/cups.ts'
import type { Cup } from './cup.ts'
import type { Entrant, FactIndex } from './facts.ts'
import type { Game } from './games.ts'
import type { Seated } from './seating.ts'

export interface Standing {
  readonly entrant: Entrant
  readonly place: number
  readonly points: number
  readonly wins: number
  readonly draws: number
  readonly losses: number
  /** Wins in a row at the moment. */
  readonly row: number
}

class Score {
  points = 0
  wins = 0
  draws = 0
  losses = 0
  row = 0
  reachedAt = 0
  readonly opponents: Score[] = []

  constructor(readonly seated: Seated) {}

  /** Two wins in a row double what follows, until one is not won. */
  add(result: 'win' | 'draw' | 'loss', against: Score, at: number): void {
    const factor = this.row >= 2 ? 2 : 1
    if (result === 'win') this.wins += 1
    else if (result === 'draw') this.draws += 1
    else this.losses += 1
    const gained = result === 'win' ? 2 * factor : result === 'draw' ? factor : 0
    this.row = result === 'win' ? this.row + 1 : 0
    this.points += gained
    if (gained > 0) this.reachedAt = at
    this.opponents.push(against)
  }

  /** Points of those who were met. */
  get strength(): number {
    return this.opponents.reduce((sum, { points }) => sum + points, 0)
  }
}

/** The table of an arena, and the matches that made it. */
export interface ArenaTable {
  /** Only who played, best first. */
  readonly standings: readonly Standing[]
  readonly counted: readonly string[]
}

export function tableOf(
  cup: Cup,
  isOut: IsOut,
  entrants: readonly Seated[],
  games: readonly Game[],
): ArenaTable {
  const counted: string[] = []
  const scores = new Map(entrants.map((seated) => [seated.entrant, new Score(seated)]))
  const pairs = new Map<string, number>()
  for (const game of games) {
    const [one, other] = [scores.get(game.one), scores.get(game.other)]
    if (one === undefined || other === undefined || !doesCount(cup, game, one, other)) continue
    if (isOut(game.one, game.startedAt) || isOut(game.other, game.startedAt)) continue
    const pair = game.one < game.other ? `${game.one} ${game.other}` : `${game.other} ${game.one}`
    const met = pairs.get(pair) ?? 0
    if (met >= cupLimits.pairMatches) continue
    pairs.set(pair, met + 1)
    counted.push(game.matchId)
    one.add(resultFor(game, game.one), other, game.endedAt)
    other.add(resultFor(game, game.other), one, game.endedAt)
  }
  return { standings: ranked([...scores.values()].filter(({ opponents }) => opponents.length > 0)), counted }
}

/** Who goes on to the final bracket: the best in the table who are still in. */
export const qualifiedOf = (isOut: IsOut, standings: readonly Standing[], cut: number): Entrant[] =>
  standings
    .map(({ entrant }) => entrant)
    .filter((entrant) => !isOut(entrant, Infinity))
    .slice(0, cut)

const resultFor = ({ winner }: Game, entrant: Entrant) =>
  winner === null ? 'draw' : winner === entrant ? 'win' : 'loss'

/** Inside the window, and from the moment on when both were in. */
const doesCount = ({ mode, matches, startAt, endAt }: Cup, game: Game, one: Score, other: Score) =>
  !game.isVoid &&
  game.mode === mode &&
  (matches === 'any' || game.ranked) &&
  game.startedAt >= Math.max(startAt ?? Infinity, one.seated.checkedInAt, other.seated.checkedInAt) &&
  game.endedAt <= (endAt ?? -Infinity)

/** Whether an entrant was out at a moment. */
export type IsOut = (entrant: Entrant, at: number) => boolean

/** Of players: whether somebody had left or was dropped. Registering again undoes what it can, a restore everything. */
export function playersOutOf(facts: FactIndex): IsOut {
  const changes = new Map<Entrant, Change[]>()
  const add = (entrant: Entrant | undefined, at: number, becomes: Change['becomes']) => {
    if (entrant !== undefined) changes.set(entrant, [...(changes.get(entrant) ?? []), { at, becomes }])
  }
  for (const { entrant, at } of facts.all('registered')) add(entrant, at, 'registered')
  for (const { entrant, at } of facts.all('left')) add(entrant, at, 'out')
  for (const { entrant, at } of facts.all('dropped')) add(entrant, at, 'out')
  for (const { entrant, ruling, at } of facts.all('ruled')) {
    if (ruling === 'drop') add(entrant, at, 'ruled out')
    if (ruling === 'restore') add(entrant, at, 'restored')
  }
  for (const list of changes.values()) list.sort((one, other) => one.at - other.at)
  return (entrant, at) => {
    let state: Change['becomes'] = 'registered'
    for (const change of changes.get(entrant) ?? [])
      if (change.at <= at && (state !== 'ruled out' || change.becomes === 'restored')) state = change.becomes
    return state === 'out' || state === 'ruled out'
  }
}

interface Change {
  readonly at: number
  readonly becomes: 'registered' | 'out' | 'ruled out' | 'restored'
}

/** Points, fewer losses, stronger opponents, reached first. */
function ranked(scores: readonly Score[]): Standing[] {
  return scores
    .map((score) => ({ score, strength: score.strength }))
    .sort(
      (one, other) =>
        other.score.points - one.score.points ||
        one.score.losses - other.score.losses ||
        other.strength - one.strength ||
        one.score.reachedAt - other.score.reachedAt ||
        one.score.seated.entrant - other.score.seated.entrant,
    )
    .map(({ score }, index) => ({
      entrant: score.seated.entrant,
      place: index + 1,
      points: score.points,
      wins: score.wins,
      draws: score.draws,
      losses: score.losses,
      row: score.row,
    }))
}
