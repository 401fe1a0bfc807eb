import type { Offer, ShopContent, TierKey } from '../../../contract/content.ts'
import type { ButtonVariant } from '../../ui/button.tsx'

export const rankKeys = ['gold', 'emerald', 'diamond'] as const satisfies readonly TierKey[]
export type RankKey = (typeof rankKeys)[number]

export const passKeys = ['gamePass', 'battlePass'] as const satisfies readonly TierKey[]
export type PassKey = (typeof passKeys)[number]

/** Sets `--tier`, the colour of everything inside that belongs to the tier. */
export const tierColour: Readonly<Record<TierKey, string>> = {
  gold: '[--tier:var(--color-rank-gold)]',
  emerald: '[--tier:var(--color-rank-emerald)]',
  diamond: '[--tier:var(--color-rank-diamond)]',
  gamePass: '[--tier:var(--color-rank-manager)]',
  battlePass: '[--tier:var(--color-rank-owner)]',
}

export const tierButton: Readonly<Record<TierKey, ButtonVariant>> = {
  gold: 'gold',
  emerald: 'green',
  diamond: 'blue',
  gamePass: 'purple',
  battlePass: 'red',
}

export const offerOf = ({ ranks, passes }: ShopContent, tier: TierKey): Offer =>
  tier === 'gamePass' || tier === 'battlePass' ? passes[tier] : ranks[tier]

export const isPass = (tier: TierKey): tier is PassKey => passKeys.some((pass) => pass === tier)
