import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../../platform/api-error.ts'

/** Puts what the server said of single fields at their inputs, and the focus on the first of them. */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  names: readonly Path<Values>[],
  error: unknown,
): void {
  const fields = (error instanceof ApiError ? error.answer?.fields : undefined) ?? {}
  const wrong = names.filter((name) => Object.hasOwn(fields, name))
  for (const [index, name] of wrong.entries()) {
    form.setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 })
  }
}
