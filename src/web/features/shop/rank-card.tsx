import { useId } from 'react'
import type { Offer } from '../../../contract/content.ts'
import { classes } from '../../ui/classes.ts'
import { DisplayCase } from './display-case.tsx'
import { HighlightList } from './highlight-list.tsx'
import { formatPrice } from './price.ts'
import { PurchaseButton } from './purchase-button.tsx'
import { type RankKey, rankKeys, tierColour } from './tiers.ts'

const levels = [1, 2, 3] as const

export function RankCard({ rank, offer }: { rank: RankKey; offer: Offer }) {
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      className={classes(
        'group/offer flex flex-col sm:max-lg:grid sm:max-lg:grid-cols-[15rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-(--tier)/35 bg-ground-card shadow-card transition-colors hover:border-(--tier)/80',
        tierColour[rank],
      )}
    >
      <DisplayCase tier={rank} level={levels[rankKeys.indexOf(rank)] ?? 1} />
      <div className="flex flex-1 flex-col gap-4 border-(--tier)/35 p-5 max-sm:border-t sm:max-lg:border-l lg:border-t sm:p-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h3 id={headingId} className="font-display text-(color:--tier) text-5xl leading-[0.8]">
            {offer.name}
          </h3>
          <p className="text-right leading-none">
            <span className="block font-display text-4xl leading-[0.8]">{formatPrice(offer.cents)}</span>
            <span className="mt-2 block text-ink-faint text-xs">once</span>
          </p>
        </div>
        <p className="text-ink-soft text-sm leading-relaxed">{offer.tagline}</p>
        <HighlightList highlights={offer.highlights} />
        <PurchaseButton tier={rank} describedBy={headingId} className="mt-auto" />
      </div>
    </article>
  )
}
