import { allAnswers } from '../../../../contract/applications/application-answers-schemas.ts'
import { positionMessage } from '../../../../contract/applications/application-form.ts'
import { NewApplication } from '../../../../contract/applications/application-form-schemas.ts'
import { appliedPosition, type Draft, type FieldName } from './draft.ts'
import { questionsOf, type Step, steps } from './steps.ts'

/** Errors by field. */
export type Problems = Readonly<Partial<Record<FieldName, string>>>

/** The errors of a step, in the order of its fields; empty when it is valid. */
export function problemsOf(step: Step, draft: Draft): Problems {
  const problems: Partial<Record<FieldName, string>> = {}
  if (step === 'position' && appliedPosition(draft) === undefined) problems.position = positionMessage
  for (const { name } of questionsOf(step, draft)) {
    const message = allAnswers[name].safeParse(draft[name]).error?.issues[0]?.message
    if (message !== undefined) problems[name] = message
  }
  return problems
}

const isSound = (problems: Problems) => Object.keys(problems).length === 0

/** The first step before `wanted` that has errors. */
export const reachable = (wanted: Step, draft: Draft): Step =>
  steps.slice(0, steps.indexOf(wanted)).find((step) => !isSound(problemsOf(step, draft))) ?? wanted

/** What is sent: the answers to what was asked, and nothing that was typed before a choice hid its field. */
export function applicationOf(draft: Draft): NewApplication | undefined {
  const asked = steps.flatMap((step) => questionsOf(step, draft))
  const answers = Object.fromEntries(asked.map(({ name }) => [name, draft[name]]))
  return NewApplication.safeParse({ ...answers, position: draft.position }).data
}
