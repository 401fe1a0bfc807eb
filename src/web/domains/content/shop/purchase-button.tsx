import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { toast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { ownButtonStyle, tierButton } from './tiers.ts'

export interface PurchaseButtonProps {
  readonly tier: Tier
  /** Where it can be bought; null: nowhere. */
  readonly storeUrl: string | null
  /** Element that says what would be bought. */
  readonly describedBy: string
  readonly className?: string
}

/** Leads to the store. Without one it says that nothing can be bought yet, and does nothing else. */
export function PurchaseButton({ tier, storeUrl, describedBy, className }: PurchaseButtonProps) {
  const look = {
    variant: tierButton[tier.look],
    ...(tier.colour !== undefined && { style: ownButtonStyle }),
    ...(className !== undefined && { className }),
  }
  if (storeUrl !== null) {
    return (
      <Button asChild {...look}>
        <a href={storeUrl} target="_blank" rel="noopener noreferrer" aria-describedby={describedBy}>
          PURCHASE
        </a>
      </Button>
    )
  }
  return (
    <Button
      {...look}
      aria-describedby={describedBy}
      onClick={() =>
        toast({
          title: 'This feature is unavailable',
          description: 'Payment processing is currently unavailable. Please try again later.',
        })
      }
    >
      PURCHASE
    </Button>
  )
}
