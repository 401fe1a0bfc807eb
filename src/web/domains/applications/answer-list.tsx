import { Trans, useLingui } from '@lingui/react/macro'
import { isUserLink } from '../../../contract/text.ts'
import { useSay } from '../../platform/translation.tsx'
import { isShort, type Question } from './question.ts'

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isYes = (value: unknown) => value === true || value === 'yes'

/** An answer in words. What an applicant wrote is always text; only a checked link is one. */
function AnswerValue({ question, value }: { question: Question; value: unknown }) {
  const { t } = useLingui()
  const say = useSay()
  if (isEmpty(value))
    return (
      <span className="text-ink-faint">
        <Trans>Not answered</Trans>
      </span>
    )
  switch (question.kind) {
    case 'yesno':
      return isYes(value) ? t`Yes` : t`No`
    case 'one':
    case 'some': {
      const chosen = [value].flat()
      const labels = question.options.filter((option) => chosen.includes(option.value))
      return labels.map(({ label }) => say(label)).join(', ')
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
    className="font-semibold text-ink underline underline-offset-2 hover:text-ember-bright"
  >
    {href}
  </a>
)

interface AnswerListProps {
  readonly questions: readonly Question[]
  /** By the questions' names: as a form holds them, or as the API returns them. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** Questions with their answers, short ones side by side. */
export function AnswerList({ questions, answers }: AnswerListProps) {
  const { t } = useLingui()
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {questions.map((question) => (
        <div key={question.name} className={isShort(question) ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
          <dt className="text-ink-faint text-sm">{t(question.label)}</dt>
          <dd className="mt-0.5 whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
            <AnswerValue question={question} value={answers[question.name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
