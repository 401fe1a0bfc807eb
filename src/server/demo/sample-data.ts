import type { MatchReport } from '../../../integrations/core/src/match.ts'
import { type GameType, shippedGameTypes } from '../../contract/rankings/stats.ts'
import type { Random } from './random.ts'
import { sampleFacts } from './sample-facts.ts'

/** A sample player; higher skill wins more often. */
export interface SamplePlayer {
  readonly xuid: string
  readonly gamertag: string
  /** 0 to 1. */
  readonly skill: number
  /** Played more often than other modes. */
  readonly favourite: GameType
  readonly input: 'touch' | 'controller' | 'keyboard'
}

const firstWords = [
  'Swift',
  'Ember',
  'Frost',
  'Silent',
  'Lucky',
  'Iron',
  'Neon',
  'Velvet',
  'Rapid',
  'Misty',
  'Solar',
  'Pixel',
  'Crimson',
  'Lunar',
  'Static',
  'Bramble',
]
const secondWords = [
  'Fox',
  'Otter',
  'Comet',
  'Block',
  'Rook',
  'Pearl',
  'Lynx',
  'Drift',
  'Torch',
  'Anvil',
  'Finch',
  'Maple',
  'Quartz',
  'Viper',
  'Ghast',
  'Kelp',
]

/** Creates players with made-up names; a few contain spaces and accents, as real gamertags do. */
export function samplePlayers(random: Random, count: number): SamplePlayer[] {
  return Array.from({ length: count }, (_, index) => {
    const first = random.pick(firstWords)
    const second = random.pick(secondWords)
    const form = random.whole(0, 9)
    const gamertag =
      form === 0
        ? `${first} ${second}`
        : form === 1
          ? `${first.toLowerCase()}${second}ñ`
          : `${first}${second}${random.whole(1, 999)}`
    return {
      xuid: String(2_535_400_000_000_000 + index),
      gamertag,
      skill: (random.next() + random.next() + random.next()) / 3,
      favourite: random.pick(shippedGameTypes),
      input: random.pick(['touch', 'touch', 'controller', 'keyboard'] as const),
    }
  })
}

/** Modes with teams of two; all others are duels. */
const teamModes = new Set<GameType>(['bedfight', 'bridge'])

/** Modes that kills decide; beds and goals decide the others. */
export const killModes: ReadonlySet<GameType> = new Set(['nodebuff', 'boxing', 'sumo', 'fireball'])

/** Modes that a number of hits decides. */
const hitModes = new Set<GameType>(['boxing'])

/** Splits a number into random parts that add up to it. */
function shared(random: Random, total: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0)
  for (let n = 0; n < total; n += 1) {
    const at = random.whole(0, parts - 1)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

/** Kills and deaths of both sides; each kill is a death on the other side. `winner` undefined: a draw. */
function fought(random: Random, gameType: GameType, size: number, winner: 0 | 1 | undefined) {
  const more = random.whole(1, 5 * size)
  const kills = [more, more]
  if (winner !== undefined) kills[1 - winner] = random.whole(0, more - 1)
  // In modes that beds or goals decide, losers may have more kills, and some deaths are falls.
  const decided = killModes.has(gameType)
  if (!decided) kills[random.whole(0, 1)] = random.whole(1, 9 * size)
  return [0, 1].map((side) => {
    const falls = decided ? 0 : random.whole(0, 2)
    return {
      kills: shared(random, kills[side] ?? 0, size),
      deaths: shared(random, (kills[1 - side] ?? 0) + falls, size),
    }
  })
}

/** A few play a lot, most now and then: enough for settled ratings at the top. */
const regular = (random: Random, players: readonly SamplePlayer[]) =>
  players[Math.floor(random.next() ** 2 * players.length)]!

/** What is known of a match before it is played. */
interface Agreed {
  readonly gameType?: GameType
  readonly startedAt?: Date
  /** No draw. */
  readonly isDecided?: boolean
}

/** A match that ended at `endedAt`, as a game server reports it. */
export function sampleMatch(
  random: Random,
  players: readonly SamplePlayer[],
  endedAt: Date,
  agreed: Agreed = {},
): MatchReport {
  const host = regular(random, players)
  const gameType = agreed.gameType ?? (random.next() < 0.6 ? host.favourite : random.pick(shippedGameTypes))
  const size = teamModes.has(gameType) && players.length >= 4 && random.next() < 0.5 ? 2 : 1
  const fighters = new Set([host])
  while (fighters.size < size * 2) fighters.add(regular(random, players))
  const sides = [[...fighters].slice(0, size), [...fighters].slice(size)]
  const strength = sides.map((side) => side.reduce((sum, player) => sum + player.skill, 0) / side.length)
  const chance = 1 / (1 + Math.exp(-7 * ((strength[0] ?? 0) - (strength[1] ?? 0))))
  const isDraw = random.next() < 0.02 && agreed.isDecided !== true
  const winner = random.next() < chance ? 0 : 1
  const figures = fought(random, gameType, size, isDraw ? undefined : winner)
  const startedAt = agreed.startedAt ?? new Date(endedAt.getTime() - random.whole(35, 420) * 1000)
  const entries = sides.flatMap((side, team) =>
    side.map((player, at) => {
      const won = !isDraw && team === winner
      return {
        xuid: player.xuid,
        gamertag: player.gamertag,
        team: team === 0 ? 'red' : 'blue',
        result: isDraw ? ('draw' as const) : won ? ('win' as const) : ('loss' as const),
        kills: figures[team]?.kills[at] ?? 0,
        deaths: figures[team]?.deaths[at] ?? 0,
        assists: size === 1 ? 0 : random.whole(0, 4),
        points: isDraw ? 0 : won ? random.whole(14, 32) : -random.whole(6, 16),
        input: player.input,
        pingMs: random.whole(12, 140),
        ...(hitModes.has(gameType) && { hits: won ? 100 : random.whole(38, 99) }),
      }
    }),
  )
  return {
    matchId: random.uuid(),
    gameType,
    ranked: random.next() < 0.93,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    players: entries,
    ...sampleFacts(random, gameType, entries, startedAt, endedAt),
  }
}

/** Days before `now` over which sample matches are spread, with more in recent days. */
const sampleDays = 60

export function sampleHistory(
  random: Random,
  players: readonly SamplePlayer[],
  count: number,
  now: Date,
): MatchReport[] {
  const dayMs = 24 * 60 * 60_000
  return Array.from({ length: count }, () => random.next() ** 1.6 * sampleDays * dayMs)
    .sort((a, b) => b - a)
    .map((ago) => sampleMatch(random, players, new Date(now.getTime() - ago)))
}

export const sampleComments = [
  'Well played!',
  'I was there, and I still do not believe it.',
  'Add me in game, I am on most evenings.',
  'Try it with a lower sensitivity. It took me a week, and now I would not go back.',
]

export const samplePosts = [
  'First win streak of ten in Sumo. My hands are shaking.',
  'Looking for a Bridge partner who does not fall off on purpose.',
  'Touch players: what is your sensitivity? Asking for every fight I lost today.',
  'Boxing queue is quick tonight, come in!',
  'Who else practises fireball jumps for an hour and then uses none of them?',
  'GG to everyone in the Bedfight lobby just now, that last bed was a heist.',
  'Controller on NoDebuff, week three. I can finally pot without looking down.',
  'Rematch tomorrow, same time. Bring popcorn.',
]
