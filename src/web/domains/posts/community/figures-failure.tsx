import { errorMessage } from '../../../platform/api-error.ts'
import { ErrorView } from '../../../ui/error-view.tsx'

interface FiguresFailureProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** Says that the figures beside it are placeholders, and why. */
export function FiguresFailure({ error, onRetry }: FiguresFailureProps) {
  return (
    <ErrorView
      title="Failed to load the community numbers."
      message={errorMessage(error, error.message)}
      onRetry={onRetry}
    />
  )
}
