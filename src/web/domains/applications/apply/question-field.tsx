import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { applicationLimits } from '../../../../contract/applications/application-options.ts'
import type { Text } from '../../../../contract/languages.ts'
import { codePoints } from '../../../../contract/text.ts'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import type { Question } from '../question.ts'
import { type AnswerValue, type Draft, listOf, textOf } from './draft.ts'

interface QuestionFieldProps {
  readonly question: Question
  readonly answers: Draft
  readonly error: Text | undefined
  readonly onAnswer: (value: AnswerValue) => void
}

const yesAndNo = [
  { value: 'yes', label: msg`Yes` },
  { value: 'no', label: msg`No` },
] as const

const labelOf = ({ optional }: Question, label: string): ReactNode =>
  optional ? (
    <>
      {label}{' '}
      <span className="font-normal text-ink-faint">
        <Trans>(optional)</Trans>
      </span>
    </>
  ) : (
    label
  )

/** The field for a question. Its `name` is where the focus goes when the answer is wrong. */
export function QuestionField({ question, answers, error, onAnswer }: QuestionFieldProps) {
  const { t } = useLingui()
  const { name, optional } = question
  const hint = question.hint && t(question.hint)
  const label = labelOf(question, t(question.label))
  const value = textOf(answers, name)
  const field = {
    label,
    name,
    value,
    error,
    'aria-required': !optional,
    onChange: ({ target }: { target: { value: string } }) => onAnswer(target.value),
  }
  switch (question.kind) {
    case 'one':
    case 'yesno': {
      const options = question.kind === 'one' ? question.options : yesAndNo
      return <RadioGroup label={label} {...{ name, options, value, error }} onValueChange={onAnswer} />
    }
    case 'some': {
      const values = listOf(answers, name)
      return (
        <CheckboxGroup
          {...{ label, name, values, error }}
          options={question.options}
          onValuesChange={onAnswer}
        />
      )
    }
    case 'text': {
      const count = t`${{ length: codePoints(value) }} of ${{ most: applicationLimits.text }} characters`
      return <Textarea {...field} rows={5} hint={hint === undefined ? count : `${hint} ${count}`} />
    }
    case 'number':
      return <TextField {...field} hint={hint} inputMode="numeric" autoComplete="off" />
    case 'email':
      return <TextField {...field} hint={hint} type="email" autoComplete="email" />
    case 'link':
      return <TextField {...field} hint={hint} type="url" autoComplete="off" placeholder="https://" />
    case 'line':
      return <TextField {...field} hint={hint} autoComplete="off" />
  }
}
