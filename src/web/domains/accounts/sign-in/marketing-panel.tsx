import { useLingui } from '@lingui/react/macro'
import { ChartNoAxesColumnIncreasing, Gem, type LucideIcon, Swords } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageWords } from '../../../../contract/content/words-schemas.ts'
import { TierBadge } from '../../../ui/rank-badge.tsx'
import { Words } from '../../../ui/words.tsx'

/** What an account offers. Shown on wide screens only. */
export function MarketingPanel({ words }: { words: PageWords['auth'] | undefined }) {
  const { t } = useLingui()
  return (
    <section aria-labelledby="why-join" className="hidden lg:block">
      <h2 id="why-join" className="max-w-lg font-display text-6xl leading-[0.95]">
        <Words text={words?.panel} />
      </h2>
      <ul className="mt-12 grid max-w-md gap-8">
        <Feature icon={ChartNoAxesColumnIncreasing} title={t`Stats tracking`}>
          <Words text={words?.stats} />
        </Feature>
        <Feature icon={Swords} title={t`Multiple practice modes`}>
          <Words text={words?.modes} />
        </Feature>
        {words !== undefined && words.ranks.length > 0 && (
          <Feature icon={Gem} title={t`Premium ranks`}>
            <span className="mt-2 flex flex-wrap gap-2">
              {words.ranks.map((tier) => (
                <TierBadge key={tier.name} tier={tier} />
              ))}
            </span>
          </Feature>
        )}
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
