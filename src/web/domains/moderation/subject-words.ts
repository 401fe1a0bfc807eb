import type { ModerationSubject } from '../../../contract/moderation/moderation-schemas.ts'

/** What stands before the name of the person whom a case is about. */
export const subjectWords = {
  post: 'Post by',
  comment: 'Comment by',
  player: 'Player',
} as const satisfies Record<ModerationSubject, string>
