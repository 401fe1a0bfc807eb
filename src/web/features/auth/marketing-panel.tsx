import { ChartNoAxesColumnIncreasing, Gem, type LucideIcon, Swords } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSite } from '../../platform/site.tsx'
import { RankBadge } from '../../ui/rank-badge.tsx'

/** What an account is good for. Only where there is room beside the form (spec 2: on wide screens). */
export function MarketingPanel() {
  const { name } = useSite()
  return (
    <section aria-labelledby="why-join" className="hidden lg:block">
      <h2 id="why-join" className="max-w-lg font-display text-6xl leading-[0.95]">
        Every match on {name} leaves a mark
      </h2>
      <ul className="mt-12 grid max-w-md gap-8">
        <Feature icon={ChartNoAxesColumnIncreasing} title="Stats tracking">
          Kills, wins, streaks and points, counted from your very first match.
        </Feature>
        <Feature icon={Swords} title="Multiple practice modes">
          Duels and free-for-all: NoDebuff, Boxing, Bedfight, Bridge, Sumo and more.
        </Feature>
        <Feature icon={Gem} title="Premium ranks">
          <span className="mt-2 flex flex-wrap gap-2">
            <RankBadge rank="Gold" />
            <RankBadge rank="Emerald" />
            <RankBadge rank="Diamond" />
          </span>
        </Feature>
      </ul>
    </section>
  )
}

function Feature({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="pixel-corners inline-flex size-11 shrink-0 items-center justify-center bg-ember text-ember-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <div>
        <p className="font-bold">{title}</p>
        <div className="text-ink-soft text-sm leading-relaxed">{children}</div>
      </div>
    </li>
  )
}
