import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { errorMessage } from '../../../platform/api-error.ts'
import { refusedFields } from '../../../platform/field-problems.ts'
import { Alert } from '../../../ui/alert.tsx'

/** Puts what the server said of single fields at their inputs, and the focus on the first of them. */
export function showRefusedFields<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  names: readonly Path<Values>[],
  error: unknown,
): void {
  const refused = refusedFields(error)
  const wrong = names.filter((name) => Object.hasOwn(refused, name))
  for (const [index, name] of wrong.entries()) {
    form.setError(name, { type: 'server', message: refused[name] ?? '' }, { shouldFocus: index === 0 })
  }
}

/** What went wrong with a call as a whole; nothing where its fields say it. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null || Object.keys(refusedFields(error)).length > 0) return null
  return <Alert>{errorMessage(error, 'That did not work. Please try again.')}</Alert>
}
