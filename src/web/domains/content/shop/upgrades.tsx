import { ArrowRight } from 'lucide-react'
import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { useWords } from '../../../platform/words.ts'
import { Words } from '../../../ui/words.tsx'
import { Crest } from './crest.tsx'
import { formatPrice } from './price.ts'
import { tierStyle } from './tiers.ts'

/** With more ranks the ways between them are too many to list: only those to the next one are. */
const maxRanksOfAllWays = 4

/** Every way up, and the difference that it costs. A rank that costs no more than a lower one is no upgrade. */
const upgradesOf = (ranks: readonly Tier[]) =>
  ranks
    .flatMap((from, at) =>
      ranks
        .slice(at + 1, ranks.length > maxRanksOfAllWays ? at + 2 : undefined)
        .map((to) => ({ from, to, cents: to.cents - from.cents })),
    )
    .filter(({ cents }) => cents > 0)

export function Upgrades({ ranks, currency }: { ranks: readonly Tier[]; currency: string }) {
  const heading = useWords('shop')?.upgrades
  const upgrades = upgradesOf(ranks)
  if (upgrades.length === 0) return null
  return (
    <div className="grid items-center gap-x-8 gap-y-4 rounded-lg border border-line bg-ground-band p-5 lg:grid-cols-[auto_minmax(0,1fr)]">
      <h3 className="font-display text-3xl leading-none">
        <Words text={heading} className="w-48" />
      </h3>
      <ul className="grid gap-3 sm:grid-cols-3">
        {upgrades.map(({ from, to, cents }) => (
          <li
            key={`${from.key} ${to.key}`}
            className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-ground-card px-3 py-2 text-sm"
          >
            <Step tier={from} />
            <ArrowRight aria-label="to" className="size-4 shrink-0 text-ink-faint" />
            <Step tier={to} />
            <span className="ml-auto font-display text-2xl leading-none">{formatPrice(cents, currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Step = ({ tier }: { tier: Tier }) => (
  <span style={tierStyle(tier)} className="flex items-center gap-1.5 font-bold text-(color:--tier)">
    <Crest tier={tier} className="size-5 shrink-0" />
    {tier.name}
  </span>
)
