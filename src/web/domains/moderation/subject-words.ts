import type { MatchPattern } from '../../../contract/moderation/match-patterns.ts'
import type { ModerationCase, ModerationSubject } from '../../../contract/moderation/moderation-schemas.ts'

/** What stands before the name of the person whom a case is about. */
export const subjectWords = {
  post: 'Post by',
  comment: 'Comment by',
  player: 'Player',
  pattern: 'Matches of',
} as const satisfies Record<ModerationSubject, string>

/** What a case is about, and who, in a line of text. */
export const caseName = ({ subjectType, subject }: Pick<ModerationCase, 'subjectType' | 'subject'>) =>
  `${subjectWords[subjectType]} ${subject?.username ?? 'an account that is gone'}`

/** What the detector found, in a few words. */
const patternWords = {
  one_sided: 'One-sided matches',
  feeding: 'New account feeds one player',
  throwing: 'Quick losses without a kill',
  input_switch: 'Another input, other results',
} as const satisfies Record<MatchPattern, string>

/** How many reports a case has, or what the detector found. */
export const foundWords = ({ pattern, count }: Pick<ModerationCase, 'pattern' | 'count'>) =>
  pattern !== null ? patternWords[pattern] : count === 1 ? '1 report' : `${count} reports`
