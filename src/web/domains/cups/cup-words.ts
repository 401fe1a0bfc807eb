import { msg } from '@lingui/core/macro'
import { type CupPhase, cupLimits } from '../../../contract/cups/cups.ts'
import type { Cup, CupLogEntry, CupNode, CupRound } from '../../../contract/cups/cups-schemas.ts'
import type { CupFormat } from '../../../contract/cups/formats.ts'
import type { Message, Text } from '../../../contract/languages.ts'
import { ownValue } from '../../../contract/own-value.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** The function of `useSay`. Texts that are values of other texts are rendered first. */
export type Say = (text: Text) => string

export const phaseBadges: Readonly<Record<CupPhase, readonly [label: Message, tone: BadgeTone]>> = {
  open: [msg({ message: 'Open', context: 'state of a cup' }), 'blue'],
  check_in: [msg`Check-in`, 'ember'],
  seeding: [msg`About to start`, 'ember'],
  running: [msg({ message: 'Running', context: 'state of a cup' }), 'good'],
  paused: [msg({ message: 'Paused', context: 'state of a cup' }), 'gold'],
  closing: [msg({ message: 'Closing', context: 'state of a cup' }), 'gold'],
  final: [msg({ message: 'Final', context: 'state of a cup: its places stand' }), 'quiet'],
  cancelled: [msg({ message: 'Cancelled', context: 'state of a cup' }), 'bad'],
}

/** “2 a side”; empty where players are alone. */
export const sizeLabel = (size: number): Text => (size === 1 ? '' : msg`${size} a side`)

/** What a round is called. */
export interface NamedRound {
  readonly name: Text
  /** It has one match, so the name is enough for it. */
  readonly isOneMatch?: true
  /** It gives a place instead of a next match. */
  readonly decidesCup?: true
}

const namedRounds: Readonly<Record<string, NamedRound>> = {
  t: { name: msg`Third place`, decidesCup: true },
  f1: { name: msg`Grand final`, isOneMatch: true, decidesCup: true },
  f2: { name: msg`Second grand final`, isOneMatch: true, decidesCup: true },
}

const final: NamedRound = {
  name: msg({ message: 'Final', context: 'round' }),
  isOneMatch: true,
  decidesCup: true,
}

/** The name of a round among all rounds of its cup. */
export function roundName(rounds: readonly Pick<CupRound, 'id'>[], id: string): NamedRound {
  const named = ownValue(namedRounds, id)
  if (named !== undefined) return named
  const bracketOf = (letter: string) => rounds.filter((round) => round.id.startsWith(letter))
  const siblings = bracketOf(id.charAt(0))
  const index = siblings.findIndex((round) => round.id === id)
  const left = siblings.length - 1 - index
  const number = index + 1
  if (id.startsWith('l'))
    return left === 0 ? { name: msg`Losers final`, isOneMatch: true } : { name: msg`Losers round ${number}` }
  if (bracketOf('l').length > 0) {
    if (left === 0) return { name: msg`Winners final`, isOneMatch: true }
    return { name: left === 1 ? msg`Winners semifinals` : msg`Winners round ${number}` }
  }
  if (left === 0) return final
  return { name: [msg`Semifinals`, msg`Quarterfinals`][left - 1] ?? msg`Round ${number}` }
}

export type NameOf = (entrant: number) => string

/** Who is on a side, in words. */
export function sideName(side: CupNode['sides'][number], nameOf: NameOf): Text {
  if (side === null) return msg`Not known yet`
  if (side === 'free') return msg`Free pass`
  return side === 'none' ? msg({ message: 'Nobody', context: 'on a side of a match' }) : nameOf(side)
}

const howWords: Readonly<Record<NonNullable<NonNullable<CupNode['result']>['how']>, Text>> = {
  free_pass: msg`free pass`,
  walkover: msg`walkover`,
  played: '',
  figures: msg`by wins, kills and seed`,
  absent: msg`the other side did not show up`,
  both_out: msg`both are out`,
  awarded: msg`by a ruling`,
  stands: msg`stands, although one of its matches no longer counts`,
}

/** How a match of the bracket ended, in words; empty where wins say it. */
export function howWord({ result }: CupNode): Text {
  if (result?.how === undefined) return ''
  if (result.how === 'absent' && result.winner === null) return msg`nobody showed up`
  return howWords[result.how]
}

/** “Round 2, match 3”; a round of one match is enough. */
export function matchPlace({ name, isOneMatch }: NamedRound, { id }: Pick<CupNode, 'id'>, say: Say): string {
  const match = id.split('.')[1]
  const round = say(name)
  return match === undefined || isOneMatch ? round : say(msg`${round}, match ${match}`)
}

/** What came of a match; undefined while nobody plays it. */
function outcomeOf({ decidesCup }: NamedRound, { result, call }: CupNode, nameOf: NameOf): Text | undefined {
  if (result === undefined) return call ? msg`being played` : undefined
  if (result.winner === null) return msg`nobody advances`
  const name = nameOf(result.winner)
  return decidesCup ? msg`${name} wins` : msg`${name} advances`
}

/** A match of the bracket as a sentence: “Round 2, match 3: Ann 2, Ben 1, Ann advances”. */
export function nodeSentence(round: NamedRound, node: CupNode, nameOf: NameOf, say: Say): string {
  const place = matchPlace(round, node, say)
  const sideOf = (at: 0 | 1) => {
    const side = node.sides[at]
    const name = say(sideName(side, nameOf))
    return typeof side === 'number' && node.matchIds.length > 0 ? `${name} ${node.wins[at]}` : name
  }
  const [one, other] = [sideOf(0), sideOf(1)]
  const said = outcomeOf(round, node, nameOf)
  if (said === undefined) return say(msg`${place}: ${one}, ${other}`)
  const [outcome, how] = [say(said), say(howWord(node))]
  return say(
    how === ''
      ? msg`${place}: ${one}, ${other}, ${outcome}`
      : msg`${place}: ${one}, ${other}, ${outcome}, ${how}`,
  )
}

/** A ruling of staff as a sentence. */
export function rulingSentence(
  rounds: readonly CupRound[],
  { kind, node: id, entrant }: CupLogEntry,
  nameOf: NameOf,
  say: Say,
): string {
  const round = rounds.find(({ nodes }) => nodes.some((node) => node.id === id))
  const { name: roundText } = round === undefined ? { name: '' } : roundName(rounds, round.id)
  const [named, number] = [say(roundText), id?.split('.')[1] ?? '1']
  const match = round === undefined ? '' : say(msg`${{ round: named }}, match ${{ match: number }}`)
  const name = entrant === null ? '' : nameOf(entrant)
  const sentences: Readonly<Record<CupLogEntry['kind'], Message>> = {
    award: msg`${match}: awarded to ${name}`,
    both_out: msg`${match}: both are out`,
    replay: msg`${match}: is played again`,
    keep: msg`${match}: the result stays`,
    delay: msg`${match}: 10 more minutes`,
    drop: msg`${name} is out`,
    restore: msg`${name} is in again`,
    pause: msg`The cup is paused`,
    resume: msg`The cup was resumed`,
    cancel: msg`The cup is cancelled`,
    undo_cancel: msg`The cup goes on: its cancellation was undone`,
    reorder: msg`The seeds were reordered`,
  }
  return say(sentences[kind])
}

const teamSentence = (size: number) =>
  msg`Teams play ${size} a side. A team may have ${{ substitutes: cupLimits.substitutes }} substitutes, and each player can be in one team only.`

/** Over how many games the matches of a bracket and its final are played. */
function gamesSentence({ config: { bestOf, finalBestOf }, mode }: Pick<Cup, 'config' | 'mode'>): Message {
  const { name } = mode
  const isOneGame = bestOf === 1
  if (finalBestOf === 1)
    return isOneGame
      ? msg`A match is one game of ${{ mode: name }}, the final one game. Ranked or not: the first games you play against each other count.`
      : msg`A match is the best of ${bestOf} games of ${{ mode: name }}, the final one game. Ranked or not: the first games you play against each other count.`
  return isOneGame
    ? msg`A match is one game of ${{ mode: name }}, the final the best of ${finalBestOf} games. Ranked or not: the first games you play against each other count.`
    : msg`A match is the best of ${bestOf} games of ${{ mode: name }}, the final the best of ${finalBestOf} games. Ranked or not: the first games you play against each other count.`
}

/** How the matches of a bracket are played. */
const matchSentences = (cup: Pick<Cup, 'config' | 'mode'>): Message[] => [
  gamesSentence(cup),
  msg`You are called when your opponent is known. Show up within 5 minutes: press Ready, or be on the game server.`,
  msg`If you do not show up, you are out. If nobody shows up, both are out.`,
  msg`Time for a match: ${{ gameMinutes: cup.config.gameMinutes }} minutes a game. Then wins, kills and the better seed decide.`,
  msg`A drawn game is played again. A free pass is not a win.`,
]

const playsOn = (size: number) => msg`A team plays on as long as it has ${size} players.`

type Ruled = Pick<Cup, 'format' | 'config' | 'mode'>

function arenaSentences(cup: Ruled): Message[] {
  const mode = cup.mode.name
  const { cut, size } = cup.config
  const teams = size > 1
  return [
    ...(teams ? [teamSentence(size)] : []),
    teams
      ? msg`Ranked matches of ${mode} between two teams count, from the start to the end.`
      : msg`Ranked matches of ${mode} between two entrants count, from the start to the end.`,
    msg`A win is 2 points, a draw 1. After two wins in a row points are doubled, until you lose or draw.`,
    msg`At most 5 matches against the same opponent count.`,
    msg`Equal points: fewer losses come first, then stronger opponents, then who got there first.`,
    ...(teams
      ? [
          msg`Your team takes part once it has ${size} players and each has linked their player, even after the start. Until the start its players may change; after it a team that takes part stays as it is.`,
          playsOn(size),
        ]
      : [msg`You take part once you are registered and your player is linked, even after the start.`]),
    ...(cut === null
      ? []
      : [
          msg`Five minutes after the end the best ${cut} who have not left play a final bracket. If fewer played, all of them go on, and the best get a free pass.`,
          msg`In the final bracket the better place in the arena is the better seed. Lose once and you are out.`,
          ...matchSentences(cup),
          msg`The final bracket decides the first places. The others stay in the order of the arena.`,
        ]),
  ]
}

function bracketSentences(cup: Ruled): Message[] {
  const { size, thirdPlace } = cup.config
  return [
    ...(size > 1
      ? [
          teamSentence(size),
          msg`Check-in opens 30 minutes before the start and closes 5 minutes before it. Every player of a team has to check in. After that the team can no longer change. Teams that were made first get the seats.`,
          playsOn(size),
        ]
      : [
          msg`Check-in opens 30 minutes before the start and closes 5 minutes before it. Seats go by time of registration.`,
        ]),
    ...matchSentences(cup),
    ...(thirdPlace ? [msg`The losers of the semifinals play for third place.`] : []),
  ]
}

const sentences: Readonly<Record<CupFormat, (cup: Ruled) => Message[]>> = {
  arena: arenaSentences,
  single: bracketSentences,
  double: (cup) => [
    ...bracketSentences(cup),
    msg`Lose once and you drop into the losers’ bracket. Lose again and you are out.`,
    msg`The finalist from the losers’ bracket has to win two grand finals, the other one just one.`,
  ],
}

/** The rules of a cup in sentences. */
export const ruleSentences = (cup: Ruled): Message[] => sentences[cup.format](cup)
