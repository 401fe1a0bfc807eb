import { useLingui } from '@lingui/react/macro'
import { errorMessage } from '../../../platform/api-error.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'

interface FiguresFailureProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** Says that the figures beside it are placeholders, and why. */
export function FiguresFailure({ error, onRetry }: FiguresFailureProps) {
  const { t } = useLingui()
  return (
    <ErrorView
      title={t`Failed to load the community numbers.`}
      message={errorMessage(error, error.message)}
      onRetry={onRetry}
    />
  )
}
