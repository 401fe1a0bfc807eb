import { isUserLink } from '../../../contract/text.ts'
import type { Question } from './question.ts'

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isYes = (value: unknown) => value === true || value === 'yes'

/** An answer in words. What an applicant wrote is always text; only a checked link is one. */
export function AnswerValue({ question, value }: { question: Question; value: unknown }) {
  if (isEmpty(value)) return <span className="text-ink-faint">Not answered</span>
  switch (question.kind) {
    case 'yesno':
      return isYes(value) ? 'Yes' : 'No'
    case 'one':
    case 'some': {
      const chosen = [value].flat()
      const labels = question.options.filter((option) => chosen.includes(option.value))
      return labels.map(({ label }) => label).join(', ')
    }
    case 'link':
      return isUserLink(String(value)) ? <UserLink href={String(value)} /> : String(value)
    default:
      return String(value)
  }
}

const UserLink = ({ href }: { href: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="font-semibold text-ember-bright underline underline-offset-2 hover:text-ink"
  >
    {href}
  </a>
)
