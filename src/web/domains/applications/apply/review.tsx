import { Button } from '../../../ui/button.tsx'
import { AnswerList } from '../answer-list.tsx'
import { positionWords } from '../words.ts'
import { type Draft, positionOf } from './draft.ts'
import { questionsOf, type Step, steps, stepTitles } from './steps.ts'

interface ReviewProps {
  readonly answers: Draft
  readonly onEdit: (step: Step) => void
}

/** Everything that will be sent, step by step, with the way back to each. */
export function Review({ answers, onEdit }: ReviewProps) {
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
