import { msg } from '@lingui/core/macro'
import type { CSSProperties } from 'react'
import type { ShopContent, Tier } from '../../../../contract/content/shop-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
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

export const plansOf = (shop: ShopContent, say: (text: Message) => string, locale: string): Plan[] => [
  {
    key: 'free',
    name: say(
      msg({ message: 'Free', comment: 'What everybody has: name of a plan beside ranks that are sold' }),
    ),
    price: say(msg({ message: 'for everybody', comment: 'In place of a price' })),
    style: { '--tier': 'var(--color-ink)' } as CSSProperties,
  },
  ...allTiers(shop).map((tier) => {
    const price = formatPrice(tier.cents, shop.currency, locale)
    return {
      key: tier.key,
      name: tier.name,
      price: say(shop.passes.tiers.includes(tier) ? msg`${price} a month` : msg`${price} once`),
      style: tierStyle(tier),
      tier,
    }
  }),
]
