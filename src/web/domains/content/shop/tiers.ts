import type { CSSProperties } from 'react'
import type { TierLook } from '../../../../contract/content/shop.ts'
import type { ShopContent, Tier } from '../../../../contract/content/shop-schemas.ts'
import type { ButtonVariant } from '../../../ui/button.tsx'
import { tierColour } from '../../../ui/tier-colour.ts'

/** Sets `--tier`, the colour of everything inside that belongs to the tier. */
export const tierStyle = (tier: Pick<Tier, 'look' | 'colour'>) =>
  ({ '--tier': tierColour(tier) }) as CSSProperties

export const tierButton: Readonly<Record<TierLook, ButtonVariant>> = {
  gold: 'gold',
  emerald: 'green',
  diamond: 'blue',
  ticket: 'purple',
  swords: 'red',
}

/** The colours of a button for a tier with a colour of its own; it stands inside an element that sets `--tier`. */
export const ownButtonStyle = {
  '--slab-face': 'var(--tier)',
  '--slab-edge': 'color-mix(in srgb, var(--tier) 55%, black)',
  '--slab-ink': 'var(--color-ground)',
} as CSSProperties

/** Spreads `steps` over a staircase of tiers, the last one always on top. */
export const stepOf = (at: number, tiers: number, steps: number) =>
  tiers < 2 ? 0 : Math.round((at / (tiers - 1)) * (steps - 1))

export const allTiers = ({ ranks, passes }: Pick<ShopContent, 'ranks' | 'passes'>) => [
  ...ranks.tiers,
  ...passes.tiers,
]
