import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ApplicationPosition,
  applicationPositions,
} from '../../../../contract/applications/application-options.ts'
import { positionLabels } from '../../../../contract/labels.ts'
import type { Text } from '../../../../contract/languages.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { AnswerList } from '../answer-list.tsx'
import { PositionGlyph } from '../position-glyph.tsx'
import { isShort } from '../question.ts'
import { positionWork } from '../words.ts'
import { appliedPosition, type Draft } from './draft.ts'
import { QuestionField } from './question-field.tsx'
import { questionsOf, type Step, steps, stepTitles } from './steps.ts'
import type { ApplicationForm } from './use-application-form.ts'

interface PositionChoiceProps {
  readonly value: ApplicationPosition | undefined
  /** Not to be chosen: an open application has to be decided first. */
  readonly closed: readonly ApplicationPosition[]
  readonly error: Text | undefined
  readonly onChoose: (position: ApplicationPosition) => void
}

const errorId = 'position-error'

/** Decides which questions follow. */
function PositionChoice({ closed, value, error, onChoose }: PositionChoiceProps) {
  const { t } = useLingui()
  const say = useSay()
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error && errorId}>
      <legend className="mb-1.5 font-semibold text-sm">
        <Trans>Which position do you apply for?</Trans>
      </legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {applicationPositions.map((position) => (
          <label
            key={position}
            className="relative flex cursor-pointer gap-4 rounded-md border border-line-strong bg-ground p-4 transition-colors has-checked:border-ember has-checked:bg-ember/8 has-focus-visible:outline-2 has-focus-visible:outline-ember-bright has-focus-visible:outline-offset-2 hover:border-ink-soft has-disabled:cursor-not-allowed has-disabled:opacity-60 sm:flex-col"
          >
            <PositionGlyph position={position} className="size-12 sm:size-18" />
            <span className="min-w-0">
              <span id={`position-${position}`} className="block font-display text-2xl leading-none">
                {t(positionLabels[position])}
              </span>
              <span id={`work-${position}`} className="mt-1.5 block text-ink-soft text-sm leading-snug">
                {closed.includes(position) ? t`You have an open application.` : t(positionWork[position])}
              </span>
            </span>
            <input
              type="radio"
              name="position"
              value={position}
              checked={position === value}
              disabled={closed.includes(position)}
              onChange={() => onChoose(position)}
              aria-labelledby={`position-${position}`}
              aria-describedby={`work-${position}`}
              className="absolute top-4 end-4 size-4 accent-ember outline-none"
            />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className="font-medium text-bad text-sm">
          {say(error)}
        </p>
      )}
    </fieldset>
  )
}

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
          value={appliedPosition(answers)}
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
  const { t } = useLingui()
  const position = appliedPosition(answers)
  return (
    <div className="grid gap-8">
      {steps
        .filter((step) => step !== 'review')
        .map((step) => {
          const title = t(stepTitles[step])
          return (
            <section key={step} aria-label={title} className="grid gap-3">
              <div className="flex items-center justify-between gap-3 border-line border-b pb-2">
                <h3 className="font-display text-2xl leading-none">
                  {title}
                  {step === 'position' && position !== undefined && `: ${t(positionLabels[position])}`}
                </h3>
                <Button look="quiet" size="sm" onClick={() => onEdit(step)}>
                  <Trans>
                    Edit<span className="sr-only"> {title}</span>
                  </Trans>
                </Button>
              </div>
              <AnswerList questions={questionsOf(step, answers)} answers={answers} />
            </section>
          )
        })}
    </div>
  )
}
