import { sentenceOf } from '../../platform/api-error.ts'
import { ErrorView } from '../../ui/error-view.tsx'

export const ShopError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorView title="Failed to load the shop." message={sentenceOf(error, error.message)} onRetry={onRetry} />
)
