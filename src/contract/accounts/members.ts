import { findRank, holds, isOwner, outranks, type Rank, type Viewer } from './ranks.ts'

/**
 * Whether somebody with a rank may give and take the other one: it has less power, and holds it in no area that theirs
 * lacks.
 */
const isWithin = (rank: Rank, other: Rank) => outranks(rank, other) && hasAreasOf(rank, other)

function hasAreasOf(rank: Rank, other: Rank): boolean {
  const [own, others] = [findRank(rank)?.areas, findRank(other)]
  if (own === undefined || others?.power === 'member') return true
  return others?.areas?.every((area) => own.includes(area)) ?? false
}

/**
 * Admins set ranks below their own and within their areas, before and after the change; only an Owner makes an Owner. The
 * query that stores the rank protects the last Owner.
 */
export function canSetRank(viewer: Viewer | null, target: { readonly rank: Rank }, rank: Rank): boolean {
  if (viewer === null || !holds(viewer, 'admin', 'members')) return false
  if (viewer.rank === 'Owner') return true
  return isWithin(viewer.rank, target.rank) && isWithin(viewer.rank, rank)
}

/** Returns the rank that somebody must type to lower their own, so that one press takes no power; null if nothing. */
export const wordToGiveUp = (
  viewer: { readonly id: number; readonly rank: Rank } | null,
  target: { readonly id: number },
  rank: Rank,
): Rank | null => (viewer?.id === target.id && outranks(viewer.rank, rank) ? viewer.rank : null)

/** Admins issue recovery codes to ranks below their own and within their areas. An Owner gets one from the command line. */
export const canIssueRecovery = (
  viewer: Pick<Viewer, 'rank' | 'rankWithheldBy'> | null,
  target: { readonly rank: Rank },
) => viewer !== null && holds(viewer, 'admin', 'members') && isWithin(viewer.rank, target.rank)

/** Staff confirm others who were recovered with a code. The server asks for a second person (`requireSecondPerson`). */
export const canConfirmMember = (
  viewer: Viewer | null,
  target: { readonly id: number; readonly awaitsConfirmation?: boolean | undefined },
) => holds(viewer, 'helper', 'members') && viewer?.id !== target.id && target.awaitsConfirmation === true

/** Owners delete other accounts, and restore them. Their own asks for the password (`POST /api/account/delete`). */
export const canDeleteMember = (viewer: Viewer | null, target: { readonly id: number }) =>
  isOwner(viewer) && viewer?.id !== target.id
