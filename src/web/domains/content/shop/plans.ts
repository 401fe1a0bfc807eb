import type { CSSProperties } from 'react'
import type { ShopContent, Tier } from '../../../../contract/content/shop-schemas.ts'
import { formatPrice } from './price.ts'
import { allTiers, tierStyle } from './tiers.ts'

/** A column of the comparison: a tier, or what everybody has. */
export interface Plan {
  readonly key: string
  readonly name: string
  readonly price: string
  /** Sets `--tier`. */
  readonly style: CSSProperties
  readonly tier?: Tier
}

const free: Plan = {
  key: 'free',
  name: 'Free',
  price: 'for everybody',
  style: { '--tier': 'var(--color-ink)' } as CSSProperties,
}

export const plansOf = (shop: ShopContent): Plan[] => [
  free,
  ...allTiers(shop).map((tier) => ({
    key: tier.key,
    name: tier.name,
    price: `${formatPrice(tier.cents, shop.currency)} ${shop.passes.tiers.includes(tier) ? 'a month' : 'once'}`,
    style: tierStyle(tier),
    tier,
  })),
]
