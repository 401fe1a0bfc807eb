import { useEffect, useRef, useState } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { type Problems, problemsOf, reachable } from './check.ts'
import { type AnswerValue, type Draft, draftFor, type FieldName } from './draft.ts'
import { readApplicationDraft, removeApplicationDraft, writeApplicationDraft } from './draft-storage.ts'
import { nextOf, previousOf, type Step, stepOf } from './steps.ts'

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** Where the draft of this visit is: not typed in yet, kept in this browser, or refused by it. */
export type Keeping = 'untouched' | 'kept' | 'refused'

/** Answers, the step that is shown, what is wrong, and the draft in this browser. */
export function useApplicationForm(member: OwnUser) {
  const [answers, setAnswers] = useState<Draft>(() => draftFor(member))
  const [step, setStep] = useState<Step>('about')
  const [problems, setProblems] = useState<Problems>({})
  const [restored, setRestored] = useState(false)
  const [keeping, setKeeping] = useState<Keeping>('untouched')
  const touched = useRef(false)

  // Only the browser knows the draft and the time zone: the server's HTML has neither.
  useEffect(() => {
    const draft = readApplicationDraft(member.id)
    if (draft === undefined) {
      setAnswers((before) => ({ timezone: ownTimeZone(), ...before }))
      return
    }
    setAnswers(draft.answers)
    setStep(reachable(draft.step, draft.answers))
    setRestored(true)
    setKeeping('kept')
  }, [member.id])

  // Only what somebody changed is written: what was just read, or is not read yet, would overwrite the draft.
  useEffect(() => {
    if (touched.current) setKeeping(writeApplicationDraft(member.id, { answers, step }) ? 'kept' : 'refused')
  }, [member.id, answers, step])

  function turnTo(next: Step) {
    touched.current = true
    setStep(next)
  }

  return {
    answers,
    step,
    problems,
    restored,
    keeping,
    answer(name: FieldName, value: AnswerValue) {
      touched.current = true
      setAnswers((before) => ({ ...before, [name]: value }))
      setProblems(({ [name]: _, ...others }) => others)
    },
    /** To the next step, if this one is in order. */
    goOn(): boolean {
      const found = problemsOf(step, answers)
      setProblems(found)
      const sound = Object.keys(found).length === 0
      if (sound) turnTo(nextOf(step))
      return sound
    },
    goBack() {
      setProblems({})
      turnTo(previousOf(step))
    },
    goTo(wanted: Step) {
      setProblems({})
      turnTo(wanted)
    },
    /** Shows what the server found, on the step of the first field that it names. */
    show(found: Problems) {
      const [first] = Object.keys(found) as FieldName[]
      setProblems(found)
      if (first !== undefined) turnTo(stepOf(first, answers))
    },
    startOver() {
      touched.current = false
      removeApplicationDraft(member.id)
      setAnswers({ timezone: ownTimeZone(), ...draftFor(member) })
      setStep('about')
      setProblems({})
      setRestored(false)
      setKeeping('untouched')
    },
    /** The draft has become an application: what is still typed on this page is not stored. */
    finish() {
      touched.current = false
    },
  }
}

export type ApplicationForm = ReturnType<typeof useApplicationForm>
