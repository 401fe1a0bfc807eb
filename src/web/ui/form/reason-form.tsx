import { lazy, Suspense } from 'react'
import { Spinner } from '../spinner.tsx'
import type { ReasonFormProps } from './reason-form-fields.tsx'

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
