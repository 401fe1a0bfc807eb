import { holds, outranks, type Rank, type Viewer } from '../accounts/ranks.ts'

/** A ruling waits for a second person when its maker ruled alone on more matches of one player within seven days. */
export const rulingAlone = 20

export const rulingLimits = {
  /** Match ids in one call. */
  matchIds: 100,
  /** Matches of a span. */
  matches: 50_000,
  reason: { min: 10, max: 500 },
} as const

/** `waiting`: a second person is needed. `applying`: figures are being computed again. */
export const rulingStates = ['waiting', 'applying', 'applied', 'refused'] as const

/** Moderators and above rule on matches. */
export const canRule = (viewer: Pick<Viewer, 'rank' | 'rankWithheldBy'>) =>
  holds(viewer, 'moderator', 'moderation')

/** Of a player's span: nobody rules about themselves, or an equal or higher rank. */
export const canRuleAbout = (viewer: Viewer, target: { readonly id: number; readonly rank: Rank }) =>
  canRule(viewer) && viewer.id !== target.id && outranks(viewer.rank, target.rank)
