import { ArrowRight } from 'lucide-react'
import type { ShopContent } from '../../../contract/content.ts'
import { classes } from '../../ui/classes.ts'
import { Crest } from './crest.tsx'
import { formatPrice } from './price.ts'
import { type RankKey, rankKeys, tierColour } from './tiers.ts'

/** Every way up, and the difference that it costs. A rank that costs no more than a lower one is no upgrade. */
const upgradesOf = (ranks: ShopContent['ranks']) =>
  rankKeys
    .flatMap((from, at) => rankKeys.slice(at + 1).map((to) => ({ from, to })))
    .map((way) => ({ ...way, cents: ranks[way.to].cents - ranks[way.from].cents }))
    .filter(({ cents }) => cents > 0)

export function Upgrades({ ranks }: { ranks: ShopContent['ranks'] }) {
  const upgrades = upgradesOf(ranks)
  if (upgrades.length === 0) return null
  return (
    <div className="grid items-center gap-x-8 gap-y-4 rounded-lg border border-line bg-ground-band p-5 lg:grid-cols-[auto_minmax(0,1fr)]">
      <h3 className="font-display text-3xl leading-none">Own a rank already?</h3>
      <ul className="grid gap-3 sm:grid-cols-3">
        {upgrades.map(({ from, to, cents }) => (
          <li
            key={`${from} ${to}`}
            className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-ground-card px-3 py-2 text-sm"
          >
            <Step rank={from} name={ranks[from].name} />
            <ArrowRight aria-label="to" className="size-4 shrink-0 text-ink-faint" />
            <Step rank={to} name={ranks[to].name} />
            <span className="ml-auto font-display text-2xl leading-none">{formatPrice(cents)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Step = ({ rank, name }: { rank: RankKey; name: string }) => (
  <span className={classes('flex items-center gap-1.5 font-bold text-(color:--tier)', tierColour[rank])}>
    <Crest tier={rank} className="size-5 shrink-0" />
    {name}
  </span>
)
