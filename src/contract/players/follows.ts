import type { Viewer } from '../accounts/ranks.ts'

/** Players that a member can follow. */
export const maxFollowed = 200

/** Rows of the feed of followed players, and how old in days the oldest is. */
export const followFeed = { max: 12, days: 14 } as const

/** Nobody follows themselves. A visitor is asked to sign in. */
export const canFollow = (viewer: Viewer | null, playerId: number) => viewer?.id !== playerId
