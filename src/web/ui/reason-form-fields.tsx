import { useEffect, useRef } from 'react'
import { codePoints } from '../../contract/text.ts'
import { useFormDraft } from '../platform/use-form-draft.ts'
import { useSchemaForm } from '../platform/use-schema-form.ts'
import { FormActions } from './dialog.tsx'
import { DraftNote } from './draft-note.tsx'
import type { ReasonFormProps } from './reason-form.tsx'
import { Textarea } from './textarea.tsx'

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
