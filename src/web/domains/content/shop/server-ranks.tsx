import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import type { ShopContent, Tier } from '../../../../contract/content/shop-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Crest } from './crest.tsx'
import { HighlightList } from './highlight-list.tsx'
import { formatPrice } from './price.ts'
import { shopFailed, shopQuery } from './shop-query.ts'
import { stepOf, tierStyle } from './tiers.ts'

const maxHighlights = 3

/** How high the stair is, from the left to the right. Written out: Tailwind finds class names by reading them. */
const stairs = ['md:h-6', 'md:h-16', 'md:h-26']

interface RankStepProps {
  readonly tier: Tier
  readonly currency: string
  /** Which of the stairs. */
  readonly step: number
}

/** One rank as a stair of a staircase: beside its neighbours the three climb to the right. */
function RankStep({ tier, currency, step }: RankStepProps) {
  const locale = useLocale()
  return (
    <li style={tierStyle(tier)} className="rank-offer">
      <div aria-hidden className="rank-scene">
        <div />
        <Crest tier={tier} className="rank-item" />
        <div className="relative h-2 w-full bg-(--tier) max-md:hidden" />
        <div className={classes('rank-step', stairs[step])} />
      </div>
      <div className="grid content-start gap-3 p-5 md:p-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 max-sm:flex-col">
          <h3 className="font-display text-(color:--tier) text-4xl leading-none">{tier.name}</h3>
          <p className="text-ink-faint text-xs">
            <span className="me-1.5 font-display text-3xl text-ink leading-none">
              {formatPrice(tier.cents, currency, locale)}
            </span>
            <Trans>once</Trans>
          </p>
        </div>
        <p className="text-ink-soft text-sm leading-relaxed">{tier.tagline}</p>
        <HighlightList highlights={tier.highlights.slice(0, maxHighlights)} />
      </div>
    </li>
  )
}

/** The ranks in short, for the home page, and the ways to the shop and to all perks. */
export function ServerRanks() {
  const { t } = useLingui()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: shop, error, refetch } = useQuery(shopQuery(api))

  function retry() {
    // A retry removes the alert, and with it the button that has the focus.
    heading.current?.focus()
    void refetch()
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1.5">
          <h2 id={headingId} ref={heading} tabIndex={-1} className="font-display text-4xl leading-none">
            <Trans>Server Ranks</Trans>
          </h2>
          {shop !== undefined && <p className="text-ink-soft">{shop.ranks.note}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button asChild look="quiet">
            <Link to="/rank-perks">
              <Trans>All perks</Trans>
            </Link>
          </Button>
          <Button asChild>
            <Link to="/shop">
              <Trans>Visit the shop</Trans>
            </Link>
          </Button>
        </div>
      </div>
      {shop !== undefined ? (
        <Steps shop={shop} />
      ) : error !== null ? (
        <ErrorView title={t(shopFailed)} message={errorMessage(error, error.message)} onRetry={retry} />
      ) : (
        <>
          <p role="status" className="sr-only">
            <Trans>Loading the ranks...</Trans>
          </p>
          <Skeleton className="h-96" />
        </>
      )}
    </section>
  )
}

const Steps = ({ shop: { ranks, passes, currency } }: { shop: ShopContent }) => {
  // A network that sells no ranks shows its passes.
  const tiers = ranks.tiers.length > 0 ? ranks.tiers : passes.tiers
  return (
    <ul className={classes('rank-steps', columns(tiers.length))}>
      {tiers.map((tier, at) => (
        <RankStep
          key={tier.key}
          tier={tier}
          currency={currency}
          step={stepOf(at, tiers.length, stairs.length)}
        />
      ))}
    </ul>
  )
}

/** Rows of equal length where that is possible. Written out: Tailwind finds class names by reading them. */
const columns = (tiers: number) =>
  tiers === 1
    ? 'md:grid-cols-1'
    : tiers === 2
      ? 'md:grid-cols-2'
      : tiers % 4 === 0
        ? 'md:grid-cols-4'
        : 'md:grid-cols-3'
