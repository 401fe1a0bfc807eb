import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { contactEndpoints } from '../../../contract/contact.ts'
import { api } from '../../platform/api.ts'
import { toast } from '../../platform/toasts.ts'
import { type Draft, type FieldName, fieldNames, type Problem, problemOf, readDraft } from './draft.ts'
import { sendProblem } from './send-problem.ts'

/** The form's whole behaviour; its inputs keep their text themselves. */
export function useContactForm() {
  const [problem, setProblem] = useState<Problem | null>(null)
  // Two clicks may both come before the first is drawn.
  const underway = useRef(false)
  const sending = useMutation({ mutationFn: (body: Draft) => api(contactEndpoints.send, { body }) })

  function complain(form: HTMLFormElement, next: Problem) {
    setProblem(next)
    toast({ title: next.title, description: next.sentence, variant: 'destructive' })
    const first = fieldNames.find((name) => next.fields[name] !== undefined)
    if (first !== undefined) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (underway.current) return
    const draft = readDraft(form)
    const wrong = problemOf(draft)
    if (wrong !== null) return complain(form, wrong)
    setProblem(null)
    underway.current = true
    try {
      await sending.mutateAsync(draft)
      form.reset()
      toast({
        title: 'Message Received',
        description: "Thank you for contacting us. We'll get back to you as soon as possible.",
      })
    } catch (error) {
      complain(form, sendProblem(error))
    } finally {
      underway.current = false
    }
  }

  /** A field that is being mended is not complained about any more. */
  function mend(name: FieldName) {
    if (problem?.fields[name] === undefined) return
    const { [name]: _, ...fields } = problem.fields
    setProblem(Object.keys(fields).length === 0 ? null : { ...problem, fields })
  }

  return { problem, mend, submit, sending: sending.isPending, sent: sending.data?.id }
}
