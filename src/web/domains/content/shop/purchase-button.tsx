import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'

export interface PurchaseButtonProps {
  /** Where it can be bought; null: nowhere. */
  readonly storeUrl: string | null
  /** Element that says what would be bought. */
  readonly describedBy: string
  readonly className: string
}

/** Leads to the store. Without one it says that nothing can be bought yet, and does nothing else. */
export function PurchaseButton({ storeUrl, describedBy, className }: PurchaseButtonProps) {
  const { t } = useLingui()
  if (storeUrl !== null) {
    return (
      <Button asChild className={className}>
        <a href={storeUrl} target="_blank" rel="noopener noreferrer" aria-describedby={describedBy}>
          <Trans>PURCHASE</Trans>
        </a>
      </Button>
    )
  }
  return (
    <Button
      className={className}
      aria-describedby={describedBy}
      onClick={() =>
        toast({
          title: t`This feature is unavailable`,
          description: t`Payment processing is currently unavailable. Please try again later.`,
        })
      }
    >
      <Trans>PURCHASE</Trans>
    </Button>
  )
}
