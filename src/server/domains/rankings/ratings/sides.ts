import type { MatchResult } from '../../../../contract/players/players-schemas.ts'
import { type Ladder, maxSide } from '../../../../contract/rankings/ratings.ts'

export interface SidePlayer {
  readonly team: string | null
  readonly result: MatchResult
}

export interface Sides<Player> {
  readonly ladder: Ladder
  readonly sides: readonly [readonly Player[], readonly Player[]]
  /** Score of the first side. */
  readonly score: 0 | 0.5 | 1
}

/** The two sides of a match that can be rated; otherwise what is wrong. Players without teams are a side each. */
export function sidesOf<Player extends SidePlayer>(
  players: readonly Player[],
): Sides<Player> | 'sides' | 'results' {
  const groups = groupsOf(players)
  const [one, other] = groups
  if (groups.length !== 2 || one === undefined || other === undefined) return 'sides'
  if (one.length !== other.length || one.length > maxSide) return 'sides'
  const result = resultOf(one)
  const opposite = { win: 'loss', loss: 'win', draw: 'draw' } as const
  if (result === undefined || resultOf(other) !== opposite[result]) return 'results'
  return {
    ladder: one.length === 1 ? 'solo' : 'team',
    sides: [one, other],
    score: result === 'win' ? 1 : result === 'draw' ? 0.5 : 0,
  }
}

function groupsOf<Player extends SidePlayer>(players: readonly Player[]): Player[][] {
  if (players.every(({ team }) => team === null)) return players.map((player) => [player])
  if (players.some(({ team }) => team === null)) return []
  const teams = new Map<string | null, Player[]>()
  for (const player of players) teams.set(player.team, [...(teams.get(player.team) ?? []), player])
  return [...teams.values()]
}

/** The result that a whole side has; undefined when its players differ. */
function resultOf(side: readonly SidePlayer[]): MatchResult | undefined {
  const results = new Set(side.map((player) => player.result))
  return results.size === 1 ? side[0]?.result : undefined
}
