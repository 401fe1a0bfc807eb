import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { toast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { ownButtonStyle, tierButton } from './tiers.ts'

export interface PurchaseButtonProps {
  readonly tier: Tier
  /** Element that says what would be bought. */
  readonly describedBy: string
  readonly className?: string
}

/** Says that nothing can be bought yet, and does nothing else. */
export function PurchaseButton({ tier, describedBy, className }: PurchaseButtonProps) {
  return (
    <Button
      variant={tierButton[tier.look]}
      {...(tier.colour !== undefined && { style: ownButtonStyle })}
      aria-describedby={describedBy}
      onClick={() =>
        toast({
          title: 'This feature is unavailable',
          description: 'Payment processing is currently unavailable. Please try again later.',
        })
      }
      {...(className !== undefined && { className })}
    >
      PURCHASE
    </Button>
  )
}
