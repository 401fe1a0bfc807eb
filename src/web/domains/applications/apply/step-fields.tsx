import type { ApplicationPosition } from '../../../../contract/applications/application-options.ts'
import { Button } from '../../../ui/button.tsx'
import { AnswerList } from '../answer-list.tsx'
import { isShort } from '../question.ts'
import { positionWords } from '../words.ts'
import { type Draft, positionOf } from './draft.ts'
import { PositionChoice } from './position-choice.tsx'
import { QuestionField } from './question-field.tsx'
import { questionsOf, type Step, steps, stepTitles } from './steps.ts'
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

interface ReviewProps {
  readonly answers: Draft
  readonly onEdit: (step: Step) => void
}

/** Everything that will be sent, step by step, with the way back to each. */
function Review({ answers, onEdit }: ReviewProps) {
  const position = positionOf(answers)
  return (
    <div className="grid gap-8">
      {steps
        .filter((step) => step !== 'review')
        .map((step) => (
          <section key={step} aria-label={stepTitles[step]} className="grid gap-3">
            <div className="flex items-center justify-between gap-3 border-line border-b pb-2">
              <h3 className="font-display text-2xl leading-none">
                {stepTitles[step]}
                {step === 'position' && position !== undefined && `: ${positionWords[position]}`}
              </h3>
              <Button look="quiet" size="sm" onClick={() => onEdit(step)}>
                Edit<span className="sr-only"> {stepTitles[step]}</span>
              </Button>
            </div>
            <AnswerList questions={questionsOf(step, answers)} answers={answers} />
          </section>
        ))}
    </div>
  )
}
