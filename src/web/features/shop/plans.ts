import { type ShopContent, tierKeys } from '../../../contract/content.ts'
import { formatPrice } from './price.ts'
import { isPass, offerOf, tierColour } from './tiers.ts'

/** Columns of the comparison: the five tiers, and what everybody has. */
export const planKeys = ['free', ...tierKeys] as const
export type PlanKey = (typeof planKeys)[number]

export interface Plan {
  readonly key: PlanKey
  readonly name: string
  readonly price: string
  /** Sets `--tier`. */
  readonly colour: string
}

export const plansOf = (shop: ShopContent): Plan[] =>
  planKeys.map((key) => {
    if (key === 'free')
      return { key, name: 'Free', price: 'for everybody', colour: '[--tier:var(--color-ink)]' }
    const { name, cents } = offerOf(shop, key)
    const price = isPass(key) ? `${formatPrice(cents)} a month` : `${formatPrice(cents)} once`
    return { key, name, price, colour: tierColour[key] }
  })
