import { errorMessage, refusedFields } from '../../../platform/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'

/** Shows why a call failed, unless its fields show it. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null || Object.keys(refusedFields(error)).length > 0) return null
  return <Alert>{errorMessage(error, 'That did not work. Please try again.')}</Alert>
}
