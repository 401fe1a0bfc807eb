import { useId } from 'react'
import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { DisplayCase } from './display-case.tsx'
import { HighlightList } from './highlight-list.tsx'
import { formatPrice } from './price.ts'
import { PurchaseButton } from './purchase-button.tsx'
import { tierStyle } from './tiers.ts'

interface RankCardProps {
  readonly tier: Tier
  readonly currency: string
  /** How high its plinth is. */
  readonly level: number
}

export function RankCard({ tier, currency, level }: RankCardProps) {
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      style={tierStyle(tier)}
      className="group/offer flex flex-col sm:max-lg:grid sm:max-lg:grid-cols-[15rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-(--tier)/35 bg-ground-card shadow-card transition-colors hover:border-(--tier)/80"
    >
      <DisplayCase tier={tier} level={level} />
      <div className="flex flex-1 flex-col gap-4 border-(--tier)/35 p-5 max-sm:border-t sm:max-lg:border-l lg:border-t sm:p-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h3 id={headingId} className="font-display text-(color:--tier) text-5xl leading-[0.8]">
            {tier.name}
          </h3>
          <p className="text-right leading-none">
            <span className="block font-display text-4xl leading-[0.8]">
              {formatPrice(tier.cents, currency)}
            </span>
            <span className="mt-2 block text-ink-faint text-xs">once</span>
          </p>
        </div>
        <p className="text-ink-soft text-sm leading-relaxed">{tier.tagline}</p>
        <HighlightList highlights={tier.highlights} />
        <PurchaseButton tier={tier} describedBy={headingId} className="mt-auto" />
      </div>
    </article>
  )
}
