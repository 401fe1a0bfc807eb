import type { Text } from '../../../contract/languages.ts'
import { type Content, reasonIn } from '../content/content.ts'

interface WithReason {
  readonly kind: string
  readonly text: Text
  readonly reason: string | null
}

/** Notices whose text is the reason. */
const ofRestrictions = ['restricted', 'restriction_lifted']

/** A notice with its reason in the member's language. */
export const noticeIn = <N extends WithReason>(words: Pick<Content, 'say'>, notice: N): N => ({
  ...notice,
  text:
    typeof notice.text === 'string' && ofRestrictions.includes(notice.kind)
      ? reasonIn(words, notice.text)
      : notice.text,
  reason: notice.reason && reasonIn(words, notice.reason),
})
