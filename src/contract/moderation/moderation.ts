import { msg } from '@lingui/core/macro'
import { holds, outranks, type Rank, type Viewer } from '../accounts/ranks.ts'
import { type Message, saidWith, type Text } from '../languages.ts'

/** Durations of a restriction in days; null is permanent. */
export const restrictionDays = [1, 3, 7, 30, null] as const

/** Maximum number of reports shown for a case, newest first; `count` is the total. */
export const maxShownReports = 20

/** Maximum number of other cases listed for a person of a case, newest first. */
export const maxOtherCases = 5

/** Minutes until a claim on a case expires. */
export const claimMinutes = 30

/** Days after the decision of a case in which its chat lines are kept. */
export const chatKeepDays = 90

/**
 * Decisions that end something for a person need a note, which a colleague understands in a year; a removal may have a
 * reason for its author instead.
 */
export const needsNote = (decision: string) => decision === 'action' || decision === 'remove'

export const noteNeeded = msg`Say in a note what you saw and did`

/** What a reporter reads once their report is decided: the class of the outcome, never the details. */
export const outcomeSentences = {
  removed: msg`We took action.`,
  actioned: msg`We took action.`,
  dismissed: msg`We found no violation of the rules.`,
  insufficient: msg`There was not enough evidence to act.`,
  duplicate: msg`This is already dealt with in another case.`,
} as const

/** The same as one line of chat in game. */
export const outcomeLine = (sentence: Text): Message =>
  msg`Your report was decided: ${{ sentence: saidWith(sentence) }}`

/** Maximum number of matches that a report names. */
export const maxNamedMatches = 5

export const profileParts = ['bio', 'picture', 'name'] as const

export type ProfilePart = (typeof profileParts)[number]

/**
 * Staff restrict members below their own rank, clear their profiles and remove their posts. This excludes themselves.
 */
export const canModerate = (viewer: Viewer | null, target: { readonly rank: Rank }) =>
  viewer !== null && holds(viewer, 'helper', 'moderation') && outranks(viewer.rank, target.rank)

/** A higher rank ends a colleague's claim on a case or an appeal, with a reason. */
export const canTakeOver = (
  viewer: Viewer | null,
  what: 'case' | 'appeal',
  claimer: { readonly rank: Rank },
) =>
  viewer !== null &&
  holds(viewer, 'helper', what === 'case' ? 'moderation' : 'appeals') &&
  outranks(viewer.rank, claimer.rank)

interface DecidableCase {
  /** Null when that account was deleted. */
  readonly subject: { readonly rank: Rank } | null
  /** The second person of a case of the detector. */
  readonly other: { readonly rank: Rank } | null
  readonly viewerReported: boolean
}

/** Staff may not decide about themselves, equal or higher ranks, or their own reports. */
export const canDecideCase = (viewer: Viewer | null, { subject, other, viewerReported }: DecidableCase) =>
  holds(viewer, 'helper', 'moderation') &&
  !viewerReported &&
  [subject, other].every((person) => person === null || canModerate(viewer, person))

/** Players cannot report themselves. Visitors see the button, and are asked to sign in. */
export const canReportPlayer = (viewer: Viewer | null, playerId: number) => viewer?.id !== playerId
