import { hasPower, isStaff, type Viewer } from '../accounts/ranks.ts'

/** How a champion is found: by points within a window, or by a bracket in which one or two lost matches are the end. */
export const cupFormats = ['arena', 'single', 'double'] as const

export type CupFormat = (typeof cupFormats)[number]

/** Which matches count: ranked ones, or all. */
export const cupMatchKinds = ['ranked', 'any'] as const

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
} as const

export const cupLimits = {
  seats: {
    bracket: { min: 4, max: 128 },
    arena: { min: 2, max: 5_000 },
  },
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
] as const

export type CupRuling = (typeof cupRulings)[number]

/** When check-in opens and closes. */
export interface CheckInTimes {
  readonly opensAt: number
  readonly closesAt: number
}

export function checkInTimes(startAt: number, madeAt: number): CheckInTimes {
  const isShortNotice = madeAt > startAt - cupTimes.shortNoticeMs
  return {
    opensAt: startAt - cupTimes.checkInMs,
    closesAt: isShortNotice ? startAt : startAt - cupTimes.seedingMs,
  }
}

interface Scheduled {
  readonly format: CupFormat
  readonly state: CupState
  /** Null while the date is to be announced. */
  readonly startAt: number | null
  readonly madeAt: number
}

/** What a cup is in at a moment: its stored state, and before the start what the clock says. */
export function cupPhase({ format, state, startAt, madeAt }: Scheduled, now: number): CupPhase {
  if (state !== 'open' || startAt === null || format === 'arena') return state
  const { opensAt, closesAt } = checkInTimes(startAt, madeAt)
  if (now < opensAt) return 'open'
  return now < closesAt ? 'check_in' : 'seeding'
}

/** When late matches of an arena are in, and its final bracket begins. */
export const arenaClosesAt = (endAt: number) => endAt + cupTimes.lateMs

/** Staff who manage events make and change cups. */
export const canManageCups = isStaff

/** Moderators and above rule in a running cup. */
export const canRuleCups = (viewer: Viewer | null) =>
  viewer !== null && isStaff(viewer) && hasPower(viewer.rank, 'moderator')

export const cupPath = (id: number) => `/cups/${id}`
