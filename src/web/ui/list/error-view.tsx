import { Trans } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'

export interface ErrorViewProps {
  readonly title: string
  readonly message?: ReactNode
  readonly onRetry: () => void
}

/** What a part of a page shows when its request failed. */
export function ErrorView({ title, message, onRetry }: ErrorViewProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <Alert title={title} className="w-full">
        {message}
      </Alert>
      <Button look="quiet" size="sm" onClick={onRetry}>
        <RotateCw aria-hidden className="size-4" />
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}
