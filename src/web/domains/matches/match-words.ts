import { msg } from '@lingui/core/macro'
import type { Message } from '../../../contract/languages.ts'
import { ownValue } from '../../../contract/own-value.ts'
import type { Match, MatchPlayer, MatchResult } from '../../../contract/players/players-schemas.ts'

const results: Record<MatchResult, Message> = { win: msg`Win`, loss: msg`Loss`, draw: msg`Draw` }
export const resultLabel = (result: MatchResult) => results[result]

/** `58 s`, `3 min 20 s`, `1 h 4 min`. */
export function durationOf({ startedAt, endedAt }: Pick<Match, 'startedAt' | 'endedAt'>): string {
  const seconds = Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Since the start of the match: `0:07`, `12:30`. */
export function momentOf(at: string, { startedAt }: Pick<Match, 'startedAt'>): string {
  const seconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(startedAt)) / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Highest first. */
export const scoreLines = (score: Readonly<Record<string, number>>) =>
  Object.entries(score).sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))

/** `2–1`, the player's own team first; null without a score of teams. */
export function scoreFor(
  { score, players }: Pick<Match, 'players'> & { readonly score?: Readonly<Record<string, number>> | null },
  playerId: number,
): string | null {
  const team = players.find(({ user }) => user.id === playerId)?.team ?? null
  const own = team === null ? undefined : ownValue(score, team)
  if (!score || own === undefined) return null
  const others = scoreLines(score).filter(([name]) => name !== team)
  return others.length === 0 ? null : [own, ...others.map(([, points]) => points)].join('–')
}

export interface Side<Player extends MatchPlayer = MatchPlayer> {
  readonly key: string
  /** The team's name in the game; null when the game named none. */
  readonly team: string | null
  readonly result: MatchResult
  readonly players: readonly Player[]
}

const order: readonly MatchResult[] = ['win', 'draw', 'loss']

/** Those who fought together, winners first. Without teams a duel has two sides, and a crowd one for each result. */
export function sidesOf<Player extends MatchPlayer>({
  players,
}: {
  readonly players: readonly Player[]
}): Side<Player>[] {
  const alone = players.length === 2 && players.every(({ team }) => team === null)
  const sides = new Map<string, Player[]>()
  for (const player of players) {
    const key = alone ? `player ${player.user.id}` : `${player.result} ${player.team ?? ''}`
    sides.set(key, [...(sides.get(key) ?? []), player])
  }
  return [...sides]
    .flatMap(([key, [first, ...rest]]) =>
      first === undefined ? [] : [{ key, team: first.team, result: first.result, players: [first, ...rest] }],
    )
    .sort((one, other) => order.indexOf(one.result) - order.indexOf(other.result))
}

/** The two players of a 1v1 match, the winner first; null for other matches, and for somebody against themselves. */
export function pairOf<Player extends MatchPlayer>(match: { readonly players: readonly Player[] }) {
  const [one, other] = sidesOf(match).map(({ players }) => players[0]?.user)
  return match.players.length === 2 && one !== undefined && other !== undefined && one.id !== other.id
    ? ([one, other] as const)
    : null
}

/** Whom the player fought against. */
export const opponentsOf = (match: Match, id: number) =>
  sidesOf(match)
    .filter((side) => side.players.every(({ user }) => user.id !== id))
    .flatMap(({ players }) => players)

/** The score between two sides, winners first; null where there are other sides, or no score by team. */
export function scoreBetween(match: Parameters<typeof scoreFor>[0]): string | null {
  const [one, other, ...more] = sidesOf(match)
  const first = one?.players[0]
  return first === undefined || other === undefined || more.length > 0 ? null : scoreFor(match, first.user.id)
}
