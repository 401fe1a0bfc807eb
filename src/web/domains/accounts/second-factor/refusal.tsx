import { useLingui } from '@lingui/react/macro'
import { errorMessage, refusedFields } from '../../../platform/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'

/** Shows why a call failed, unless its fields show it. */
export function Refusal({ error }: { error: unknown }) {
  const { t } = useLingui()
  if (error === null || Object.keys(refusedFields(error)).length > 0) return null
  return <Alert>{errorMessage(error, t`That did not work. Please try again.`)}</Alert>
}
