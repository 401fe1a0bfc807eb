import { isStaff, outranks, type Rank, type Viewer } from '../accounts/ranks.ts'

/** Days of a restriction that staff may choose; null: for good. */
export const restrictionDays = [1, 3, 7, 30, null] as const

/** At most this many of a case's reports are shown, the newest first; `count` says how many there are. */
export const shownReports = 20

/** A claim of a case ends by itself after this time. */
export const claimMinutes = 30

export const profileParts = ['bio', 'picture', 'name'] as const

export type ProfilePart = (typeof profileParts)[number]

/**
 * Staff moderate members below their own rank: restrict them, clear their profile, remove their posts. Nobody is below
 * their own rank, so nobody moderates themselves.
 */
export const canModerate = (viewer: Viewer | null, target: { readonly rank: Rank }) =>
  viewer !== null && isStaff(viewer) && outranks(viewer.rank, target.rank)

interface DecidableCase {
  /** Null once that account is gone: then there is nobody to be partial to. */
  readonly subject: { readonly rank: Rank } | null
  readonly viewerReported: boolean
}

/** Staff, but never about themselves, about a rank that is not below theirs, or about their own report. */
export const canDecideCase = (viewer: Viewer | null, { subject, viewerReported }: DecidableCase) =>
  isStaff(viewer) && !viewerReported && (subject === null || canModerate(viewer, subject))

/** Anybody but the player themselves; the dialog asks a visitor to sign in. */
export const canReportPlayer = (viewer: Viewer | null, playerId: number) => viewer?.id !== playerId
