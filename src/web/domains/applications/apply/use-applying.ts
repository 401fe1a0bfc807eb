import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { ApplicationReceipt } from '../../../../contract/applications/applications-schemas.ts'
import { applicationOf, reachable } from './check.ts'
import { problemsFrom } from './send-failure.ts'
import { useApplicationForm } from './use-application-form.ts'
import { useSendApplication } from './use-send-application.ts'

/** The way through the form: on when a step is in order, and sent at the end. */
export function useApplying(member: OwnUser, onSent: (receipt: ApplicationReceipt) => void) {
  const form = useApplicationForm(member)
  const send = useSendApplication(member.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const walked = useRef(false)
  const [attempts, setAttempts] = useState(0)
  const { answers, step } = form

  // A new step is read from its title; one that only appeared, with a restored draft, takes nobody's focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what changes.
  useEffect(() => {
    if (walked.current) heading.current?.focus()
    walked.current = false
  }, [step])

  /** Turns to another step; `turn` answers false when it stays. */
  function walk(turn: () => unknown) {
    send.reset()
    walked.current = turn() !== false
  }

  function deliver() {
    const application = applicationOf(answers)
    // A draft that an older version of the form left.
    if (application === undefined) return walk(() => form.goTo(reachable('review', answers)))
    send.mutate(application, {
      onSuccess(receipt) {
        form.finish()
        onSent(receipt)
      },
      onError(error) {
        setAttempts(attempts + 1)
        form.show(problemsFrom(error))
      },
    })
  }

  return {
    form,
    send,
    heading,
    /** Grows with every refusal, so that its summary is a new one. */
    attempts,
    walk,
    submit(event: SyntheticEvent) {
      event.preventDefault()
      if (send.isPending) return
      if (step === 'review') return deliver()
      setAttempts(attempts + 1)
      walk(form.goOn)
    },
  }
}
