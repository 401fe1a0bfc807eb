import { useEffect, useState } from 'react'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Text } from '../../../../contract/languages.ts'
import { textOf } from '../../../../contract/sentences.ts'
import { type Problems, problemsOf, reachable } from './check.ts'
import { type AnswerValue, type Draft, draftFor, type FieldName } from './draft.ts'
import { readApplicationDraft, removeApplicationDraft, writeApplicationDraft } from './draft-storage.ts'
import { fieldsOf, nextOf, previousOf, type Step, stepOf, steps } from './steps.ts'

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** Where the draft of this visit is: not typed in yet, kept in this browser, or refused by it. */
export type Keeping = 'untouched' | 'kept' | 'refused'

/** Checks the answers to what is asked, step by step: the schema of a whole application needs its position first. */
const resolver: Resolver<Draft> = (draft) => {
  const problems = steps.flatMap((step) => Object.entries(problemsOf(step, draft)))
  const errors = problems.map(([name, message]) => [name, { type: 'schema', message }])
  return errors.length === 0
    ? { values: draft, errors: {} }
    : { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Draft> }
}

/** Answers, the step that is shown, what is wrong, and the draft in this browser. */
export function useApplicationForm(member: OwnUser) {
  const form = useForm<Draft>({ defaultValues: draftFor(member), resolver })
  const [step, setStep] = useState<Step>('about')
  const [restored, setRestored] = useState(false)
  const [keeping, setKeeping] = useState<Keeping>('untouched')
  const { reset, getValues, setValue } = form

  // Only the browser knows the draft and the time zone: the server's HTML has neither.
  useEffect(() => {
    const draft = readApplicationDraft(member.id)
    if (draft === undefined) {
      setValue('timezone', ownTimeZone())
      return
    }
    reset(draft.answers)
    setStep(reachable(draft.step, draft.answers))
    setRestored(true)
    setKeeping('kept')
  }, [member.id, reset, setValue])

  const keep = (at: Step) =>
    setKeeping(writeApplicationDraft(member.id, { answers: getValues(), step: at }) ? 'kept' : 'refused')

  function turnTo(next: Step) {
    setStep(next)
    keep(next)
  }

  const errors = Object.entries(form.formState.errors).map(([name, error]) => [
    name,
    error?.message && textOf(error.message),
  ])

  return {
    answers: form.watch(),
    step,
    problems: Object.fromEntries(errors) as Readonly<Partial<Record<FieldName, Text>>>,
    restored,
    keeping,
    answer(name: FieldName, value: AnswerValue) {
      setValue(name, value)
      form.clearErrors(name)
      keep(step)
    },
    /** Shows what is wrong on this step; false when something is. */
    check: () => form.trigger(fieldsOf(step, getValues())),
    goOn: () => turnTo(nextOf(step)),
    goBack() {
      form.clearErrors()
      turnTo(previousOf(step))
    },
    goTo(wanted: Step) {
      form.clearErrors()
      turnTo(wanted)
    },
    /** Shows what the server found, on the step of the first field that it names. */
    show(found: Problems) {
      const names = Object.keys(found) as FieldName[]
      for (const name of names) form.setError(name, { type: 'server', message: found[name] ?? '' })
      if (names[0] !== undefined) turnTo(stepOf(names[0], getValues()))
    },
    startOver() {
      removeApplicationDraft(member.id)
      reset({ timezone: ownTimeZone(), ...draftFor(member) })
      setStep('about')
      setRestored(false)
      setKeeping('untouched')
    },
  }
}

export type ApplicationForm = ReturnType<typeof useApplicationForm>
