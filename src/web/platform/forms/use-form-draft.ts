import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useStoredDraft } from './use-stored-draft.ts'

/**
 * Stores the texts of a form that differ from `saved`, until the form is sent. A field that was changed before hydration
 * keeps its text.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'setValue' | 'subscribe' | 'clearErrors'>,
  name: string | undefined,
  saved: Readonly<Record<string, string>>,
) {
  const fields = Object.keys(saved) as Path<Values>[]
  const textOf = (field: Path<Values>) => String(form.getValues(field) ?? '')
  const draft = useStoredDraft(name, (texts) => {
    // One that is saved already, by a save that took longer than the page was open, is none.
    if (fields.every((field) => (texts[field] ?? saved[field]) === saved[field])) return draft.remove()
    for (const field of fields) {
      const text = texts[field]
      if (text !== undefined && textOf(field) === saved[field])
        form.setValue(field, text as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
  })
  const save = useEffectEvent(() => {
    const changed = fields.filter((field) => textOf(field) !== saved[field])
    draft.save(Object.fromEntries(changed.map((field) => [field, textOf(field)])))
  })
  const { subscribe } = form
  useEffect(() => subscribe({ formState: { values: true }, callback: () => save() }), [subscribe])
  return {
    restored: draft.restored,
    remove: draft.remove,
    /** Removes the draft and shows the saved texts. */
    discard() {
      for (const field of fields) form.setValue(field, saved[field] as PathValue<Values, Path<Values>>)
      form.clearErrors()
      draft.remove()
    },
  }
}
