import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { NewApplication } from '../../../../contract/applications/application-form-schemas.ts'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import type { ApplicationReceipt } from '../../../../contract/applications/applications-schemas.ts'
import { api } from '../../../platform/api.ts'
import { newIdempotencyKey } from '../../../platform/forms/idempotency-key.ts'
import { applicationOf, reachable } from './check.ts'
import { removeApplicationDraft } from './draft-storage.ts'
import { problemsFrom } from './send-failure.ts'
import { useApplicationForm } from './use-application-form.ts'

/** Moves through the form: to the next step when one is valid, and sends it at the end. */
export function useApplying(member: OwnUser, onSent: (receipt: ApplicationReceipt) => void) {
  const form = useApplicationForm(member)
  const send = useSendApplication(member.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const walked = useRef(false)
  const [attempts, setAttempts] = useState(0)
  const { answers, step } = form

  // A new step moves the focus to its title; one of a restored draft does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what changes.
  useEffect(() => {
    if (walked.current) heading.current?.focus()
    walked.current = false
  }, [step])

  function walk(turn: () => void) {
    send.reset()
    walked.current = true
    turn()
  }

  function deliver() {
    const application = applicationOf(answers)
    // A draft that an older version of the form left.
    if (application === undefined) return walk(() => form.goTo(reachable('review', answers)))
    send.mutate(application, {
      onSuccess: onSent,
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
    /** Grows with every refusal, so that its summary is mounted again. */
    attempts,
    walk,
    async submit(event: SyntheticEvent) {
      event.preventDefault()
      if (send.isPending) return
      if (step === 'review') return deliver()
      setAttempts(attempts + 1)
      send.reset()
      if (await form.check()) walk(form.goOn)
    },
  }
}

/**
 * Sends an application. The very same one again after a failure goes under the same key: if only the response was lost
 * the first time, the response is that of the first, and there is no second one.
 */
function useSendApplication(memberId: number) {
  const submission = useRef<{ readonly text: string; readonly key: string } | null>(null)

  function keyOf(application: NewApplication): string {
    const text = JSON.stringify(application)
    if (submission.current?.text !== text) submission.current = { text, key: newIdempotencyKey() }
    return submission.current.key
  }

  return useMutation({
    mutationFn: (application: NewApplication) =>
      api(applicationEndpoints.create, { body: application, idempotencyKey: keyOf(application) }),
    // Here, because this also runs after the page was unmounted.
    onSuccess: () => removeApplicationDraft(memberId),
  })
}
