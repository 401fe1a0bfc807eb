import type { TierLook } from '../../contract/content/shop.ts'
import type { Tier } from '../../contract/content/shop-schemas.ts'

/** What a picture is shown in, where the tier has no colour of its own. */
const lookColours: Readonly<Record<TierLook, string>> = {
  gold: 'var(--color-rank-gold)',
  emerald: 'var(--color-rank-emerald)',
  diamond: 'var(--color-rank-diamond)',
  ticket: 'var(--color-rank-manager)',
  swords: 'var(--color-rank-owner)',
}

export const tierColour = ({ look, colour }: Pick<Tier, 'look' | 'colour'>) => colour ?? lookColours[look]
