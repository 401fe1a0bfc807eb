import { useLingui } from '@lingui/react/macro'
import { errorMessage } from '../../../platform/api-error.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'

interface DiscordFailureProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** Says that the member count beside it is a placeholder, and why. */
export function DiscordFailure({ error, onRetry }: DiscordFailureProps) {
  const { t } = useLingui()
  return (
    <ErrorView
      title={t`Failed to load the member count.`}
      message={errorMessage(error, error.message)}
      onRetry={onRetry}
    />
  )
}
