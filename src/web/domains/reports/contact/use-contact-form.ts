import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { contactEndpoints } from '../../../../contract/reports/contact-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { type DraftTexts, useStoredDraft } from '../../../platform/use-stored-draft.ts'
import { type Draft, type FieldName, fieldNames, type Problem, problemOf, readDraft } from './draft.ts'

const refused = 'An error occurred while sending your message. Please try again.'

const unreachable = "We couldn't connect to our servers. Please check your internet connection and try again."

/** Why sending failed, in the words of the specification or the server's own. */
function sendProblem(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { title: 'Connection Error', sentence: unreachable, fields: {} }
  const told = error.answer?.fields ?? {}
  const fields = Object.fromEntries(
    fieldNames.flatMap((name) => (Object.hasOwn(told, name) ? [[name, told[name]]] : [])),
  )
  return { title: 'Message Not Sent', sentence: error.answer?.message || refused, fields }
}

const controlsOf = (form: HTMLFormElement) =>
  fieldNames.flatMap((name) => {
    const control = form.elements.namedItem(name)
    const isControl = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    return isControl ? [{ name, control }] : []
  })

/** What was typed; what the site filled in by itself is no draft. */
const changedTexts = (form: HTMLFormElement): DraftTexts =>
  Object.fromEntries(
    controlsOf(form)
      .filter(({ control }) => control.value !== control.defaultValue)
      .map(({ name, control }) => [name, control.value]),
  )

/** Puts a draft into the fields that nobody touched yet. */
function fill(form: HTMLFormElement, texts: DraftTexts) {
  for (const { name, control } of controlsOf(form)) {
    const text = texts[name]
    if (text === undefined || control.value !== control.defaultValue) continue
    control.value = text
    // The message counts its characters as they are typed.
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** The form's whole behaviour; its inputs keep their text themselves. */
export function useContactForm(form: RefObject<HTMLFormElement | null>) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const stored = useStoredDraft('contact', (texts) => form.current && fill(form.current, texts))
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
      stored.remove()
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

  function typed(event: FormEvent<HTMLFormElement>) {
    stored.save(changedTexts(event.currentTarget))
  }

  function discard() {
    form.current?.reset()
    stored.remove()
    setProblem(null)
  }

  return {
    problem,
    mend,
    typed,
    restored: stored.restored,
    discard,
    submit,
    sending: sending.isPending,
    sent: sending.data?.id,
  }
}
