import { isShownStaffRank, type Rank, type Viewer } from './ranks.ts'

/** Members that a member can block. */
export const maxBlocked = 500

/**
 * Nobody blocks themselves or staff whom everybody knows as such; a refusal would name the others. A visitor is asked to
 * sign in.
 */
export const canBlock = (viewer: Viewer | null, target: { readonly id: number; readonly rank: Rank }) =>
  viewer?.id !== target.id && !isShownStaffRank(target.rank)
