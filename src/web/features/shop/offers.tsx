import { type ReactNode, useId } from 'react'
import type { ShopContent } from '../../../contract/content.ts'
import { PassTicket } from './pass-ticket.tsx'
import { RankCard } from './rank-card.tsx'
import { passKeys, rankKeys } from './tiers.ts'
import { Upgrades } from './upgrades.tsx'

/** Everything that there is to buy one day. */
export function Offers({ shop: { ranks, passes } }: { shop: ShopContent }) {
  return (
    <div className="grid gap-14">
      <Shelf title="Server Ranks" note={ranks.note}>
        <div className="grid gap-5 lg:grid-cols-3">
          {rankKeys.map((rank) => (
            <RankCard key={rank} rank={rank} offer={ranks[rank]} />
          ))}
        </div>
        <Upgrades ranks={ranks} />
      </Shelf>
      <Shelf title="Server Subscriptions" note={passes.note}>
        <div className="grid gap-5 lg:grid-cols-2">
          {passKeys.map((pass) => (
            <PassTicket key={pass} pass={pass} offer={passes[pass]} />
          ))}
        </div>
      </Shelf>
    </div>
  )
}

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
