import { holds, type Viewer } from '../accounts/ranks.ts'
import { type CupFormat, formatOf } from './formats.ts'

/** As stored. `check_in` and `seeding` follow from the clock: see `cupPhase`. */
export const cupStates = ['open', 'running', 'paused', 'closing', 'final', 'cancelled'] as const

export type CupState = (typeof cupStates)[number]

export const cupPhases = [...cupStates, 'check_in', 'seeding'] as const

export type CupPhase = (typeof cupPhases)[number]

const minuteMs = 60_000

/** Times of a cup, in milliseconds. */
export const cupTimes = {
  /** Check-in opens this long before the start. */
  checkInMs: 30 * minuteMs,
  /** Check-in closes this long before the start. */
  seedingMs: 5 * minuteMs,
  /** A cup made later than this before its start checks in until the start. */
  shortNoticeMs: 10 * minuteMs,
  /** Who was called appears within this time. */
  appearMs: 5 * minuteMs,
  /** What a ruling `delay` adds to a called match. */
  delayMs: 10 * minuteMs,
  /** A match may begin this long before its call. */
  earlyMs: 30_000,
  /** Results may be disputed for this long; the cup closes no earlier. */
  disputeMs: 10 * minuteMs,
  /** Matches of an arena may arrive this long after its end. */
  lateMs: 5 * minuteMs,
  /** Disputes and questioned results wait for staff this long, and a pause for its end. */
  staffMs: 24 * 60 * minuteMs,
  /** Staff can undo a cancellation of their own or of a colleague for this long. */
  undoCancelMs: 24 * 60 * minuteMs,
} as const

export const cupLimits = {
  /** Players of a side. */
  size: { min: 1, max: 4 },
  /** Players of a team beyond a side. */
  substitutes: 2,
  teamName: { min: 3, max: 24 },
  gameMinutes: { min: 3, max: 30, default: 10 },
  /** How many of an arena go on to its final bracket. */
  cuts: [4, 8, 16, 32],
  bestOf: [1, 3, 5],
  finalBestOf: [1, 3, 5, 7],
  /** Drawn games of one match, after which figures decide. */
  draws: 3,
  /** Matches of one pair that count in an arena. */
  pairMatches: 5,
  reason: { min: 10, max: 500 },
  /** Cups on a page. */
  listed: 50,
} as const

export const cupRulings = [
  'award',
  'both_out',
  'replay',
  'keep',
  'drop',
  'restore',
  'pause',
  'resume',
  'delay',
  'cancel',
  'undo_cancel',
] as const

export type CupRuling = (typeof cupRulings)[number]

/** Rulings about a match, and those that name an entrant. */
export const rulingsOfMatches: readonly CupRuling[] = ['award', 'both_out', 'replay', 'keep', 'delay']
export const rulingsOfEntrants: readonly CupRuling[] = ['award', 'drop', 'restore']

/** Whether a team takes part: it has a side of players, each of them checked in. */
export const isComplete = (players: readonly { readonly isCheckedIn: boolean }[], size: number) =>
  players.length >= size && players.every(({ isCheckedIn }) => isCheckedIn)

/** When check-in opens and closes. */
export interface CheckInTimes {
  readonly opensAt: number
  readonly closesAt: number
}

interface Planned {
  readonly format: CupFormat
  /** Null while the date is to be announced. */
  readonly startAt: number | null
  readonly madeAt: number
}

/** Returns null without a date, and in a format without a check-in. */
export function checkInTimes(cup: Planned): CheckInTimes | null {
  const { startAt, madeAt } = cup
  if (startAt === null || !formatOf(cup).hasCheckIn) return null
  const isShortNotice = madeAt > startAt - cupTimes.shortNoticeMs
  return {
    opensAt: startAt - cupTimes.checkInMs,
    closesAt: isShortNotice ? startAt : startAt - cupTimes.seedingMs,
  }
}

/** What a cup is in at a moment: its stored state, and before the start what the clock says. */
export function cupPhase(cup: Planned & { readonly state: CupState }, now: number): CupPhase {
  const checkIn = checkInTimes(cup)
  if (cup.state !== 'open' || checkIn === null || now < checkIn.opensAt) return cup.state
  return now < checkIn.closesAt ? 'check_in' : 'seeding'
}

/** When late matches of an arena are in, and its final bracket begins. */
export const arenaClosesAt = (endAt: number) => endAt + cupTimes.lateMs

/** Staff who manage events make and change cups. */
export const canManageCups = (viewer: Viewer | null) => holds(viewer, 'helper', 'events')

/** Moderators and above rule in a running cup. */
export const canRuleCups = (viewer: Viewer | null) => holds(viewer, 'moderator', 'events')

export const cupPath = (id: number) => `/cups/${id}`
