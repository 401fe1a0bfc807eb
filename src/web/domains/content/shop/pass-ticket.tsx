import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { classes } from '../../../ui/classes.ts'
import { Crest } from './crest.tsx'
import { HighlightList } from './highlight-list.tsx'
import { formatPrice } from './price.ts'
import { PurchaseButton } from './purchase-button.tsx'
import { tierStyle } from './tiers.ts'

/** A pass is a ticket: what it is good for, and a stub with its price to tear off. */
export function PassTicket({
  tier,
  currency,
  storeUrl,
}: {
  tier: Tier
  currency: string
  storeUrl: string | null
}) {
  const locale = useLocale()
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      style={tierStyle(tier)}
      className="group/offer relative grid rounded-lg border border-(--tier)/35 bg-ground-card shadow-card transition-colors hover:border-(--tier)/80 sm:grid-cols-[minmax(0,1fr)_11rem]"
    >
      <div className="grid content-start gap-4 p-5 sm:p-6">
        <div className="flex items-center gap-4">
          <Crest
            tier={tier}
            className="size-20 shrink-0 transition-transform duration-200 group-hover/offer:-rotate-3"
          />
          <h3 id={headingId} className="font-display text-(color:--tier) text-5xl leading-[0.85]">
            {tier.name}
          </h3>
        </div>
        <p className="text-ink-soft text-sm leading-relaxed">{tier.tagline}</p>
        <HighlightList highlights={tier.highlights} />
      </div>
      <div className="relative flex items-center justify-between gap-4 border-(--tier)/35 border-t-2 border-dashed bg-(--tier)/6 p-5 sm:flex-col sm:justify-center sm:border-t-0 sm:border-s-2 sm:text-center">
        <Notch className="-top-2.5 -start-px border-s-0 sm:-start-2.5 sm:-top-px sm:border-t-0 sm:border-s" />
        <Notch className="-top-2.5 -end-px border-e-0 sm:top-auto sm:end-auto sm:-bottom-px sm:-start-2.5 sm:border-e sm:border-b-0" />
        <p className="leading-none">
          <span className="block font-display text-5xl leading-[0.8]">
            {formatPrice(tier.cents, currency, locale)}
          </span>
          <span className="mt-2 block text-ink-faint text-xs">
            <Trans>per month</Trans>
          </span>
        </p>
        <PurchaseButton storeUrl={storeUrl} describedBy={headingId} className="sm:self-stretch" />
      </div>
    </article>
  )
}

/** Where the stub is perforated, the night behind the ticket shows. */
const Notch = ({ className }: { className: string }) => (
  <span
    aria-hidden
    className={classes(
      'absolute h-4.5 w-2.5 border border-(--tier)/35 bg-ground sm:h-2.5 sm:w-4.5',
      className,
    )}
  />
)
