import { type CupFormat, type CupPhase, type CupRuling, cupLimits } from '../../../contract/cups/cups.ts'
import type { Cup, CupConfig, CupLogEntry, CupNode, CupRound } from '../../../contract/cups/cups-schemas.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

export const phaseBadges: Readonly<Record<CupPhase, readonly [label: string, tone: BadgeTone]>> = {
  open: ['Open', 'blue'],
  check_in: ['Check-in', 'ember'],
  seeding: ['About to start', 'ember'],
  running: ['Running', 'good'],
  paused: ['Paused', 'gold'],
  closing: ['Closing', 'gold'],
  final: ['Final', 'quiet'],
  cancelled: ['Cancelled', 'bad'],
}

/** “2 a side”; empty where players are alone. */
export const sizeLabel = (size: number) => (size === 1 ? '' : `${size} a side`)

export const formatLabels: Readonly<Record<CupFormat, string>> = {
  arena: 'Arena',
  single: 'Single elimination',
  double: 'Double elimination',
}

/** “Arena, then a final bracket of 8”. */
export const formatName = ({ format, cut }: Pick<CupConfig, 'format' | 'cut'>) =>
  cut === null ? formatLabels[format] : `${formatLabels[format]}, then a final bracket of ${cut}`

const namedRounds: Readonly<Record<string, string>> = {
  t: 'Third place',
  f1: 'Grand final',
  f2: 'Second grand final',
}

/** The name of a round among all rounds of its cup. */
export function roundName(rounds: readonly Pick<CupRound, 'id'>[], id: string): string {
  const named = namedRounds[id]
  if (named !== undefined) return named
  const bracketOf = (letter: string) => rounds.filter((round) => round.id.startsWith(letter))
  const siblings = bracketOf(id.charAt(0))
  const index = siblings.findIndex((round) => round.id === id)
  const left = siblings.length - 1 - index
  if (id.startsWith('l')) return left === 0 ? 'Losers final' : `Losers round ${index + 1}`
  if (bracketOf('l').length > 0)
    return ['Winners final', 'Winners semifinals'][left] ?? `Winners round ${index + 1}`
  return ['Final', 'Semifinals', 'Quarterfinals'][left] ?? `Round ${index + 1}`
}

/** Whether a round gives a place instead of a next match. */
const decidesCup = (round: string) => [...Object.values(namedRounds), 'Final'].includes(round)

export type NameOf = (entrant: number) => string

/** Who is on a side, in words. */
export function sideName(side: CupNode['sides'][number], nameOf: NameOf): string {
  if (side === null) return 'Not known yet'
  if (side === 'free') return 'Free pass'
  return side === 'none' ? 'Nobody' : nameOf(side)
}

const howWords: Readonly<Record<NonNullable<NonNullable<CupNode['result']>['how']>, string>> = {
  free_pass: 'free pass',
  walkover: 'walkover',
  played: '',
  figures: 'by wins, kills and seed',
  absent: 'the other side did not show up',
  both_out: 'both are out',
  awarded: 'by a ruling',
  stands: 'stands, although one of its matches no longer counts',
}

/** How a match of the bracket ended, in words; empty where wins say it. */
export function howWord({ result }: CupNode): string {
  if (result?.how === undefined) return ''
  if (result.how === 'absent' && result.winner === null) return 'nobody showed up'
  return howWords[result.how]
}

/** “Round 2, match 3”; a round of one match is enough. */
export function matchPlace(round: string, { id }: CupNode): string {
  const match = id.split('.')[1]
  return match === undefined || /final$/i.test(round) ? round : `${round}, match ${match}`
}

/** A match of the bracket as a sentence: “Round 2, match 3: Ann 2, Ben 1, Ann advances”. */
export function nodeSentence(round: string, node: CupNode, nameOf: NameOf): string {
  const sides = node.sides.map((side, at) => {
    const name = sideName(side, nameOf)
    return typeof side === 'number' && node.matchIds.length > 0 ? `${name} ${node.wins[at]}` : name
  })
  const { result } = node
  const outcome =
    result === undefined
      ? node.call
        ? ['being played']
        : []
      : [
          result.winner === null
            ? 'nobody advances'
            : `${nameOf(result.winner)} ${decidesCup(round) ? 'wins' : 'advances'}`,
          howWord(node),
        ]
  return `${matchPlace(round, node)}: ${[...sides, ...outcome].filter(Boolean).join(', ')}`
}

/** A ruling of staff as a sentence. */
export function rulingSentence(
  rounds: readonly CupRound[],
  { kind, node: id, entrant }: CupLogEntry,
  nameOf: NameOf,
): string {
  const round = rounds.find(({ nodes }) => nodes.some((node) => node.id === id))
  const match = round === undefined ? '' : `${roundName(rounds, round.id)}, match ${id?.split('.')[1] ?? 1}`
  const name = entrant === null ? '' : nameOf(entrant)
  const sentences: Readonly<Record<CupRuling, string>> = {
    award: `${match}: awarded to ${name}`,
    both_out: `${match}: both are out`,
    replay: `${match}: is played again`,
    keep: `${match}: the result stays`,
    delay: `${match}: 10 more minutes`,
    drop: `${name} is out`,
    restore: `${name} is in again`,
    pause: 'The cup is paused',
    resume: 'The cup was resumed',
    cancel: 'The cup is cancelled',
  }
  return sentences[kind]
}

const games = (count: number) => (count === 1 ? 'one game' : `the best of ${count} games`)

const teamSentence = (size: number) =>
  `Teams play ${size} a side. A team may have ${cupLimits.substitutes} substitutes, and each player can be in one team only.`

/** How the matches of a bracket are played. */
const matchSentences = ({ config, mode }: Pick<Cup, 'config' | 'mode'>): string[] => [
  `A match is ${games(config.bestOf)} of ${mode.name}, the final ${games(config.finalBestOf)}. Ranked or not: the first games you play against each other count.`,
  'You are called when your opponent is known. Show up within 5 minutes: press Ready, or be on the game server.',
  'If you do not show up, you are out. If nobody shows up, both are out.',
  `Time for a match: ${config.gameMinutes} minutes a game. Then wins, kills and the better seed decide.`,
  'A drawn game is played again. A free pass is not a win.',
]

/** The rules of a cup in sentences. */
export function ruleSentences(cup: Pick<Cup, 'format' | 'config' | 'mode'>): string[] {
  const { format, config, mode } = cup
  const teams = config.size > 1
  if (format === 'arena')
    return [
      ...(teams ? [teamSentence(config.size)] : []),
      `Ranked matches of ${mode.name} between two ${teams ? 'teams' : 'entrants'} count, from the start to the end.`,
      'A win is 2 points, a draw 1. After two wins in a row points are doubled, until you lose or draw.',
      'At most 5 matches against the same opponent count.',
      'Equal points: fewer losses come first, then stronger opponents, then who got there first.',
      ...(teams
        ? [
            `Your team takes part once it has ${config.size} players and each has linked their player, even after the start. Until the start its players may change; after it a team that takes part stays as it is.`,
            `A team plays on as long as it has ${config.size} players.`,
          ]
        : ['You take part once you are registered and your player is linked, even after the start.']),
      ...(config.cut === null
        ? []
        : [
            `Five minutes after the end the best ${config.cut} who have not left play a final bracket. If fewer played, all of them go on, and the best get a free pass.`,
            'In the final bracket the better place in the arena is the better seed. Lose once and you are out.',
            ...matchSentences(cup),
            'The final bracket decides the first places. The others stay in the order of the arena.',
          ]),
    ]
  return [
    ...(teams
      ? [
          teamSentence(config.size),
          'Check-in opens 30 minutes before the start and closes 5 minutes before it. Every player of a team has to check in. After that the team can no longer change. Teams that were made first get the seats.',
          `A team plays on as long as it has ${config.size} players.`,
        ]
      : [
          'Check-in opens 30 minutes before the start and closes 5 minutes before it. Seats go by time of registration.',
        ]),
    ...matchSentences(cup),
    ...(format === 'double'
      ? [
          'Lose once and you drop into the losers’ bracket. Lose again and you are out.',
          'The finalist from the losers’ bracket has to win two grand finals, the other one just one.',
        ]
      : []),
    ...(config.thirdPlace ? ['The losers of the semifinals play for third place.'] : []),
  ]
}
