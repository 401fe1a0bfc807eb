import { AnswerValue } from './answer-value.tsx'
import { isShort, type Question } from './question.ts'

interface AnswerListProps {
  readonly questions: readonly Question[]
  /** By the questions' names: as a form holds them, or as the API answers them. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** Questions with their answers, short ones side by side. */
export function AnswerList({ questions, answers }: AnswerListProps) {
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {questions.map((question) => (
        <div key={question.name} className={isShort(question) ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
          <dt className="text-ink-faint text-sm">{question.label}</dt>
          <dd className="mt-0.5 whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
            <AnswerValue question={question} value={answers[question.name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
