import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import type { Question } from '../question.ts'
import { aboutQuestions, closingQuestion, experienceQuestions, positionQuestions } from '../questions.ts'
import { appliedPosition, type Draft, type FieldName, textOf } from './draft.ts'

export const steps = ['about', 'experience', 'position', 'review'] as const
export type Step = (typeof steps)[number]

export const stepTitles: Readonly<Record<Step, Message>> = {
  about: msg`About you`,
  experience: msg({ message: 'Experience', context: 'what somebody has done' }),
  position: msg`The position`,
  review: msg`Review & send`,
}

export const nextOf = (step: Step) => steps[steps.indexOf(step) + 1] ?? step
export const previousOf = (step: Step) => steps[steps.indexOf(step) - 1] ?? step

const isAsked = (draft: Draft) => (question: Question) =>
  question.after === undefined || question.after.includes(textOf(draft, 'previous_experience'))

/** What a step asks, given the answers so far: only the chosen position's part. */
export function questionsOf(step: Step, draft: Draft): readonly Question[] {
  const position = appliedPosition(draft)
  const all: Readonly<Record<Step, readonly Question[]>> = {
    about: aboutQuestions,
    experience: experienceQuestions,
    position: position === undefined ? [] : [...positionQuestions[position], closingQuestion],
    review: [],
  }
  return all[step].filter(isAsked(draft))
}

export const fieldsOf = (step: Step, draft: Draft): FieldName[] => [
  ...(step === 'position' ? (['position'] as const) : []),
  ...questionsOf(step, draft).map(({ name }) => name),
]

/** The step on which a field is filled in. */
export const stepOf = (name: FieldName, draft: Draft): Step =>
  steps.find((step) => questionsOf(step, draft).some((question) => question.name === name)) ?? 'position'
