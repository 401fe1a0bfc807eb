import { msg, plural } from '@lingui/core/macro'
import type { Message } from '../../../contract/languages.ts'
import type { MatchPattern } from '../../../contract/moderation/match-patterns.ts'
import type { ModerationCase, ModerationSubject } from '../../../contract/moderation/moderation-schemas.ts'

type Subjects<Words> = Readonly<Record<ModerationSubject, Words>>

const named: Subjects<(name: string) => Message> = {
  post: (name) => msg`Post by ${name}`,
  comment: (name) => msg`Comment by ${name}`,
  player: (name) => msg`Player ${name}`,
  pattern: (name) => msg`Matches of ${name}`,
}

const ofNobody: Subjects<Message> = {
  post: msg`Post by an account that is gone`,
  comment: msg`Comment by an account that is gone`,
  player: msg`Player an account that is gone`,
  pattern: msg`Matches of an account that is gone`,
}

export const isSubject = (text: string): text is ModerationSubject => Object.hasOwn(named, text)

/** What a case is about, and who, in a line of text. */
export const caseName = ({
  subjectType,
  subject,
}: Pick<ModerationCase, 'subjectType' | 'subject'>): Message =>
  subject === null ? ofNobody[subjectType] : named[subjectType](subject.username)

/** What the detector found, in a few words. */
const patternWords: Readonly<Record<MatchPattern, Message>> = {
  one_sided: msg`One-sided matches`,
  feeding: msg`New account feeds one player`,
  throwing: msg`Quick losses without a kill`,
  input_switch: msg`Another input, other results`,
}

/** How many reports a case has, or what the detector found. */
export const foundWords = ({ pattern, count }: Pick<ModerationCase, 'pattern' | 'count'>): Message =>
  pattern !== null ? patternWords[pattern] : msg`${plural(count, { one: '# report', other: '# reports' })}`

export const reopenedWords = (count: number): Message =>
  msg`${plural(count, { one: '# Case Reopened', other: '# Cases Reopened' })}`
