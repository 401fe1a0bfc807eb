import { type ReactNode, useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { codePoints } from '../../contract/text.ts'
import { useFormDraft } from '../platform/use-form-draft.ts'
import { useSchemaForm } from '../platform/use-schema-form.ts'
import { FormActions } from './dialog.tsx'
import { DraftNote } from './draft-note.tsx'
import { Textarea } from './textarea.tsx'

interface Reason {
  readonly reason: string
}

export interface ReasonFormProps {
  readonly schema: z.core.$ZodType<Reason, Reason>
  /** Stores the text under this name until it is sent. */
  readonly draftName?: string
  readonly hint?: string
  /** Shows how many characters are used of this many, in place of the hint. */
  readonly maxChars?: number
  readonly submitLabel: string
  readonly busy: boolean
  readonly onSubmit: (reason: string, removeDraft: () => void) => void
  /** Other fields, above the reason. */
  readonly before?: ReactNode
  /** Other fields, below the reason. */
  readonly after?: ReactNode
}

const noText = { reason: '' }

export function ReasonFormFields(props: ReasonFormProps) {
  const { schema, draftName, hint, maxChars, submitLabel, busy, onSubmit, before, after } = props
  const form = useSchemaForm(schema, noText)
  const draft = useFormDraft(form, draftName, noText)
  const element = useRef<HTMLFormElement>(null)
  // The dialog moves the focus before this form is loaded.
  useEffect(() => element.current?.querySelector<HTMLElement>('input, textarea, button')?.focus(), [])
  return (
    <form
      ref={element}
      noValidate
      className="grid gap-5"
      onSubmit={form.submit({ isPending: busy }, ({ reason }) => onSubmit(reason, draft.remove))}
    >
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      {before}
      <Textarea
        label="Reason"
        required
        hint={maxChars === undefined ? hint : `${codePoints(form.watch('reason'))}/${maxChars}`}
        {...form.field('reason')}
      />
      {after}
      <FormActions busy={busy} variant="red">
        {submitLabel}
      </FormActions>
    </form>
  )
}
