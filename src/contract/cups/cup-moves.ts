import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'
import { type CupState, checkInTimes, cupPhase, cupTimes } from './cups.ts'
import { type CupFormat, formatOf, formats } from './formats.ts'

/**
 * Stages in the life of an event that is a cup. `closed`: check-in is over and the cup has not started. `arena`: an arena
 * under way, which players may still enter. `running` includes pauses, the minutes for disputes and final brackets.
 * `stopped`: cancelled after its start.
 */
export const cupStages = [
  'announced',
  'check_in',
  'closed',
  'running',
  'arena',
  'final',
  'cancelled',
  'stopped',
] as const

export type CupStage = (typeof cupStages)[number]

/** What people do with an event that is a cup. Title, description and rewards of its event may always change. */
export const cupMoves = [
  'register',
  'unregister',
  'checkIn',
  'checkOut',
  'leave',
  'changeTeam',
  'moveDate',
  'changeRules',
  'removeCup',
  'deleteEvent',
] as const

export type CupMove = (typeof cupMoves)[number]

const stands = msg`Check-in has started, so dates and rules can no longer change. You can cancel the cup.`
const datesOfCancelled = msg`This cup was cancelled, so its dates stand. Take the cup off the event to plan it again.`
const rulesOfCancelled = msg`This cup was cancelled, so its rules stand. Take the cup off the event to make it another one.`
const notOpen = msg`Check-in is not open yet`
const checkInOver = msg`Check-in is over`
const runs = msg`This cup has started, so nobody else can register. You can watch it on its page.`
const over = msg`This cup is over`
const cancelled = msg`This cup was cancelled`
const teamsStand = msg`Check-in is over, so teams can no longer change`

const standsFromCheckIn = {
  check_in: stands,
  closed: stands,
  running: stands,
  arena: stands,
  final: stands,
  stopped: stands,
}

/** Why a move is refused in a stage. A stage that is not named allows it. */
const refusals: Readonly<Record<CupMove, Partial<Record<CupStage, Message>>>> = {
  register: {
    closed: msg`Check-in is over, so nobody else can register. You can watch the cup on its page.`,
    running: runs,
    final: over,
    cancelled,
    stopped: cancelled,
  },
  unregister: { final: over },
  checkIn: {
    announced: notOpen,
    closed: checkInOver,
    running: checkInOver,
    final: over,
    cancelled,
    stopped: cancelled,
  },
  checkOut: {
    closed: msg`Check-in is over. You can still leave the cup`,
    running: msg`The cup has started. You can still leave it`,
    arena: msg`In an arena you are checked in. You can leave it`,
    final: over,
    cancelled,
    stopped: cancelled,
  },
  leave: { final: over, cancelled: over, stopped: over },
  changeTeam: { closed: teamsStand, running: teamsStand, final: over, cancelled: over, stopped: over },
  moveDate: {
    check_in: stands,
    closed: stands,
    running: stands,
    arena: stands,
    final: over,
    cancelled: datesOfCancelled,
    stopped: cancelled,
  },
  changeRules: {
    check_in: stands,
    closed: stands,
    running: stands,
    arena: stands,
    final: over,
    cancelled: rulesOfCancelled,
    stopped: cancelled,
  },
  // What was played stays.
  removeCup: standsFromCheckIn,
  deleteEvent: standsFromCheckIn,
}

/** Returns why a move is refused; null: it is allowed. Where registering is the check-in, both begin at once. */
export const moveRefusal = (move: CupMove, stage: CupStage, format: CupFormat = 'single'): Message | null =>
  move === 'checkIn' && stage === 'announced' && !formats[format].hasCheckIn
    ? null
    : (refusals[move][stage] ?? null)

interface Scheduled {
  readonly format: CupFormat
  readonly state: CupState
  readonly startAt: number | null
  readonly endAt: number | null
  readonly madeAt: number
}

/** Returns the stage that a cup is in at a moment. An arena whose start has passed is under way. */
export function cupStage(cup: Scheduled & { readonly hasStarted: boolean }, now: number): CupStage {
  const { startAt, endAt, hasStarted } = cup
  const phase = cupPhase(cup, now)
  if (phase === 'cancelled') return hasStarted ? 'stopped' : 'cancelled'
  if (phase === 'final' || phase === 'check_in') return phase
  if (phase === 'seeding') return 'closed'
  if (formatOf(cup).hasCheckIn) return phase === 'open' ? 'announced' : 'running'
  if (phase !== 'open' && phase !== 'running') return 'running'
  if (startAt === null || now < startAt) return 'announced'
  return now < (endAt ?? Infinity) ? 'arena' : 'running'
}

export const isCancelled = (stage: CupStage) => stage === 'cancelled' || stage === 'stopped'

/** How long check-in must be open after staff change the start or the format. */
const leastCheckInMs = cupTimes.shortNoticeMs - cupTimes.seedingMs

/** Whether a start leaves players the time to check in; without a check-in, to register. */
export function leavesCheckIn(cup: Pick<Scheduled, 'format' | 'startAt' | 'madeAt'>, now: number): boolean {
  const closesAt = checkInTimes(cup)?.closesAt ?? cup.startAt
  return closesAt === null || closesAt - now >= leastCheckInMs
}

export const startTooSoon = msg`A cup needs at least 10 minutes until its start, so that players can check in`

/**
 * How a member stands in a cup: registered, waiting for a seat, in it, out of it, or `missed`: registered, and not checked
 * in when the check-in closed.
 */
export const cupPlayerStates = ['registered', 'waiting', 'in', 'out', 'missed'] as const

export type CupPlayerState = (typeof cupPlayerStates)[number]

export interface CupPlayer {
  readonly isRegistered: boolean
  /** Null without a seat or a place in the queue. */
  readonly entrant: { readonly isWaiting: boolean; readonly isOut: boolean } | null
}

/** Returns how a member stands in a cup; null: they have nothing to do with it. */
export function cupPlayerState({ isRegistered, entrant }: CupPlayer, stage: CupStage): CupPlayerState | null {
  const isBefore = stage === 'announced' || stage === 'check_in'
  if (entrant === null) {
    if (!isRegistered) return null
    return isBefore || stage === 'arena' || isCancelled(stage) ? 'registered' : 'missed'
  }
  if (entrant.isWaiting) return isBefore || stage === 'closed' || stage === 'arena' ? 'waiting' : 'missed'
  return entrant.isOut ? 'out' : 'in'
}

interface Leaving {
  readonly stage: CupStage
  readonly state: CupPlayerState | null
  /** Players of a side. */
  readonly size: number
}

/** Returns what it costs to unregister, which is asked before; null: nothing. */
export function leaveCost({ stage, state, size }: Leaving): Message | null {
  const isTeam = size > 1
  if (state !== 'in' && state !== 'waiting') {
    if (!isTeam || state !== 'registered' || isCancelled(stage)) return null
    return msg`If you are in a team, you leave it as well. You need its code to come back.`
  }
  if (stage === 'running')
    return isTeam
      ? msg`The cup is running. You are then out of it and cannot come back. Without enough players your team is out as well.`
      : msg`The cup is running. You are then out of it and cannot come back. Your opponent goes on without playing.`
  if (stage === 'closed')
    return msg`Check-in is over, so you cannot come back. Whoever is next on the waiting list gets the seat.`
  if (stage === 'final' || isCancelled(stage)) return null
  if (isTeam) return msg`You leave your team as well. Without enough players it loses its seat.`
  if (stage === 'arena') return msg`The arena is running. Your matches then no longer count.`
  if (stage === 'announced') return null
  return msg`You lose your check-in and your place in the queue. If you register again, you check in again, behind everybody else.`
}

/** The button of an event that is a cup: null where there is none, because a page says what became of the cup instead. */
export function registrationMove({
  stage,
  state,
}: {
  readonly stage: CupStage
  readonly state: CupPlayerState | null
}): 'register' | 'unregister' | null {
  if (state === null) return moveRefusal('register', stage) === null ? 'register' : null
  if (state === 'out' || state === 'missed' || stage === 'final' || isCancelled(stage)) return null
  return 'unregister'
}
