import type { ApplicationPosition } from '../../../../contract/applications/application-options.ts'
import { isShort } from '../question.ts'
import { positionOf } from './draft.ts'
import { PositionChoice } from './position-choice.tsx'
import { QuestionField } from './question-field.tsx'
import { Review } from './review.tsx'
import { questionsOf, type Step } from './steps.ts'
import type { ApplicationForm } from './use-application-form.ts'

interface StepFieldsProps extends Pick<ApplicationForm, 'answers' | 'step' | 'problems' | 'answer'> {
  readonly closed: readonly ApplicationPosition[]
  readonly onEdit: (step: Step) => void
}

/** What there is to fill in on a step; on the last one, everything to look over. */
export function StepFields({ closed, answers, step, problems, answer, onEdit }: StepFieldsProps) {
  if (step === 'review') return <Review answers={answers} onEdit={onEdit} />
  return (
    <>
      {step === 'position' && (
        <PositionChoice
          closed={closed}
          value={positionOf(answers)}
          error={problems.position}
          onChoose={(position) => answer('position', position)}
        />
      )}
      <div className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-2">
        {questionsOf(step, answers).map((question) => (
          <div key={question.name} className={isShort(question) ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
            <QuestionField
              question={question}
              answers={answers}
              error={problems[question.name]}
              onAnswer={(value) => answer(question.name, value)}
            />
          </div>
        ))}
      </div>
    </>
  )
}
