import type { CSSProperties } from 'react'
import type { ShopContent, Tier } from '../../../../contract/content/shop-schemas.ts'
import { tierColour } from '../../../ui/tier-colour.ts'

/** Sets `--tier`, the colour of everything inside that belongs to the tier. */
export const tierStyle = (tier: Pick<Tier, 'look' | 'colour'>) =>
  ({ '--tier': tierColour(tier) }) as CSSProperties

/** Spreads `steps` over a staircase of tiers, the last one always on top. */
export const stepOf = (at: number, tiers: number, steps: number) =>
  tiers < 2 ? 0 : Math.round((at / (tiers - 1)) * (steps - 1))

export const allTiers = ({ ranks, passes }: Pick<ShopContent, 'ranks' | 'passes'>) => [
  ...ranks.tiers,
  ...passes.tiers,
]
