import type * as z from 'zod/mini'
import { codePoints } from '../../../contract/text.ts'
import { useFormDraft } from '../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../platform/forms/use-schema-form.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Button } from '../button.tsx'
import { formatCount } from '../format-count.ts'
import { DraftNote } from './draft-note.tsx'
import { Textarea } from './textarea.tsx'

/** `removeDraft` is called once the text is stored, also when the page was left before the response. */
export interface SentText {
  readonly text: string
  readonly removeDraft: () => void
}

interface TextFormProps {
  readonly schema: z.core.$ZodType<{ text: string }, { text: string }>
  readonly label: string
  readonly submitLabel: string
  readonly max: number
  readonly draftName: string
  readonly busy: boolean
  readonly onSubmit: (sent: SentText) => void
}

const noText = { text: '' }

/** A form with one text; what was typed survives a reload. */
export function TextForm(props: TextFormProps) {
  const { schema, label, submitLabel, max, draftName, busy, onSubmit } = props
  const locale = useLocale()
  const form = useSchemaForm(schema, noText)
  const draft = useFormDraft(form, draftName, noText)
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.submit({ isPending: busy }, ({ text }) =>
        onSubmit({
          text,
          removeDraft() {
            draft.remove()
            form.reset(noText)
          },
        }),
      )}
    >
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      <Textarea
        label={label}
        rows={6}
        required
        hint={`${formatCount(codePoints(form.watch('text')), locale)}/${formatCount(max, locale)}`}
        {...form.field('text')}
      />
      <div>
        <Button type="submit" aria-disabled={busy || undefined}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
