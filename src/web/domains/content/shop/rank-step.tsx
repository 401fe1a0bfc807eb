import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { classes } from '../../../ui/classes.ts'
import { Crest } from './crest.tsx'
import { HighlightList } from './highlight-list.tsx'
import { formatPrice } from './price.ts'
import { tierStyle } from './tiers.ts'

const maxHighlights = 3

/** How high the stair is, from the left to the right. Written out: Tailwind finds class names by reading them. */
export const stairs = ['md:h-6', 'md:h-16', 'md:h-26']

interface RankStepProps {
  readonly tier: Tier
  readonly currency: string
  /** Which of the stairs. */
  readonly step: number
}

/** One rank as a stair of a staircase: beside its neighbours the three climb to the right. */
export function RankStep({ tier, currency, step }: RankStepProps) {
  return (
    <li
      style={tierStyle(tier)}
      className="group/offer grid max-md:grid-cols-[6rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]"
    >
      <div
        aria-hidden
        className="relative flex flex-col items-center justify-center bg-ground md:h-60 md:justify-end"
      >
        <div className="absolute inset-0 bg-[radial-gradient(ellipse_at_50%_80%,var(--tier),transparent_70%)] opacity-20" />
        <Crest
          tier={tier}
          className="relative size-16 transition-transform duration-200 group-hover/offer:-translate-y-1 md:-mb-1 md:size-26"
        />
        <div className="relative h-2 w-full bg-(--tier) max-md:hidden" />
        <div
          className={classes(
            'relative w-full bg-(--tier)/25 mask-[repeating-linear-gradient(black_0_14px,transparent_14px_16px)] max-md:hidden',
            stairs[step],
          )}
        />
      </div>
      <div className="grid content-start gap-3 p-5 md:p-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 max-sm:flex-col">
          <h3 className="font-display text-(color:--tier) text-4xl leading-none">{tier.name}</h3>
          <p className="text-ink-faint text-xs">
            <span className="mr-1.5 font-display text-3xl text-ink leading-none">
              {formatPrice(tier.cents, currency)}
            </span>
            once
          </p>
        </div>
        <p className="text-ink-soft text-sm leading-relaxed">{tier.tagline}</p>
        <HighlightList highlights={tier.highlights.slice(0, maxHighlights)} />
      </div>
    </li>
  )
}
