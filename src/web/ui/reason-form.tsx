import { lazy, type ReactNode, Suspense } from 'react'
import type * as z from 'zod/mini'
import { Spinner } from './spinner.tsx'

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

const Fields = lazy(() =>
  import('./reason-form-fields.tsx').then(({ ReasonFormFields }) => ({ default: ReasonFormFields })),
)

/** A form in a dialog that asks for a reason. Loads the form library only when it opens. */
export function ReasonForm(props: ReasonFormProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <Fields {...props} />
    </Suspense>
  )
}
