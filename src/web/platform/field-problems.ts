import { ApiError } from './api-error.ts'

/** What is wrong with the fields of a form, by their names. */
export type FieldProblems = Readonly<Record<string, string>>

interface Checked {
  readonly error?: {
    readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
  }
}

/** The first thing that a schema says of each field. */
export function fieldProblems({ error }: Checked): FieldProblems {
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message
  return problems
}

/** What the server said of single fields. */
export const refusedFields = (error: unknown): FieldProblems =>
  (error instanceof ApiError ? error.answer?.fields : undefined) ?? {}

/** The record as it is now, where it was refused for being changed in the meantime. */
export const currentOf = (error: unknown): unknown =>
  error instanceof ApiError ? error.answer?.current : undefined
