import type { GameType } from '../../contract/rankings/stats.ts'
import type { Random } from './random.ts'

/** What the facts must agree with. */
interface Fighter {
  readonly team: string
  readonly result: string
  readonly kills: number
  readonly deaths: number
}

const maps: Readonly<Record<string, readonly string[]>> = {
  nodebuff: ['Colosseum', 'Old Harbour', 'Basalt Hall'],
  boxing: ['Ring of Copper', 'Rooftop'],
  bedfight: ['Lantern Isles', 'Coral Reef'],
  bridge: ['Red Canyon', 'Frozen Rift'],
  fireball: ['Crater', 'Twin Towers of Sand'],
  sumo: ['Dojo', 'Lily Pond'],
}

const causes: Readonly<Record<string, readonly string[]>> = {
  nodebuff: ['Diamond Sword'],
  boxing: ['Diamond Sword'],
  bedfight: ['Void', 'Stone Sword', 'Explosion'],
  bridge: ['Void', 'Iron Sword', 'Bow'],
  fireball: ['Fireball', 'Void'],
  sumo: ['Void'],
}

/** Each kill is one of the killer's and a death of somebody on the other side; the deaths left over are falls. */
function sampleKills(random: Random, gameType: GameType, players: readonly Fighter[], from: Date, to: Date) {
  const at = () => new Date(random.whole(from.getTime() + 3_000, to.getTime())).toISOString()
  const left = players.map(({ deaths }) => deaths)
  const kills = players.flatMap(({ kills, team }, killer) =>
    Array.from({ length: kills }, () => {
      const open = left.flatMap((deaths, index) =>
        deaths > 0 && players[index]?.team !== team ? [index] : [],
      )
      const victim = random.pick(open)
      left[victim] = (left[victim] ?? 0) - 1
      return { at: at(), killer, victim, cause: random.pick(causes[gameType] ?? ['Sword']) }
    }),
  )
  const falls = left.flatMap((deaths, index) =>
    Array.from({ length: deaths }, () => ({ at: at(), killer: index, victim: index, cause: 'Void' })),
  )
  return [...kills, ...falls].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Goals of the bridge; elsewhere the kills of a team. */
function sampleScore(random: Random, gameType: GameType, players: readonly Fighter[]) {
  const goals = random.whole(0, 4)
  const scoreOf = (team: string) => {
    const side = players.filter((player) => player.team === team)
    if (gameType === 'bridge') return side[0]?.result === 'win' ? 5 : goals
    return side.reduce((sum, { kills }) => sum + kills, 0)
  }
  return Object.fromEntries(players.map(({ team }) => [team, scoreOf(team)]))
}

/** The optional facts of a sample match, in agreement with what its players did. */
export function sampleFacts(
  random: Random,
  gameType: GameType,
  players: readonly Fighter[],
  from: Date,
  to: Date,
) {
  return {
    map: random.pick(maps[gameType] ?? ['Arena']),
    region: random.pick(['Europe', 'North America']),
    // Beds are not counted.
    ...(gameType !== 'bedfight' && { score: sampleScore(random, gameType, players) }),
    kills: sampleKills(random, gameType, players, from, to),
  }
}
