import type { Viewer } from '../accounts/ranks.ts'

/** Players that a member can follow. */
export const maxFollowed = 200

/** Nobody follows themselves. A visitor is asked to sign in. */
export const canFollow = (viewer: Viewer | null, playerId: number) => viewer?.id !== playerId
