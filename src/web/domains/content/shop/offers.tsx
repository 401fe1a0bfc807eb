import { type ReactNode, useId } from 'react'
import type { ShopContent } from '../../../../contract/content/shop-schemas.ts'
import { classes } from '../../../ui/classes.ts'
import { plinths } from './display-case.tsx'
import { PassTicket } from './pass-ticket.tsx'
import { RankCard } from './rank-card.tsx'
import { stepOf } from './tiers.ts'
import { Upgrades } from './upgrades.tsx'

/** Everything that there is to buy one day. */
export function Offers({ shop: { ranks, passes, currency } }: { shop: ShopContent }) {
  return (
    <div className="grid gap-14">
      {ranks.tiers.length > 0 && (
        <Shelf title="Server Ranks" note={ranks.note}>
          <div className={classes('grid gap-5', columns(ranks.tiers.length))}>
            {ranks.tiers.map((tier, at) => (
              <RankCard
                key={tier.key}
                tier={tier}
                currency={currency}
                level={stepOf(at, ranks.tiers.length, plinths.length)}
              />
            ))}
          </div>
          <Upgrades ranks={ranks.tiers} currency={currency} />
        </Shelf>
      )}
      {passes.tiers.length > 0 && (
        <Shelf title="Server Subscriptions" note={passes.note}>
          <div className="grid gap-5 lg:grid-cols-2">
            {passes.tiers.map((tier) => (
              <PassTicket key={tier.key} tier={tier} currency={currency} />
            ))}
          </div>
        </Shelf>
      )}
    </div>
  )
}

/** Two or four stand in rows of two, all others in rows of three. */
const columns = (tiers: number) => (tiers === 2 || tiers === 4 ? 'lg:grid-cols-2' : 'lg:grid-cols-3')

function Shelf({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-5">
      <div className="grid gap-1.5">
        <h2 id={headingId} className="font-display text-4xl leading-none">
          {title}
        </h2>
        <p className="text-ink-soft">{note}</p>
      </div>
      {children}
    </section>
  )
}
