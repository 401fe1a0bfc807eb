import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import type { ShopContent } from '../../../../contract/content/shop-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RankStep, stairs } from './rank-step.tsx'
import { shopFailed, shopQuery } from './shop-query.ts'
import { stepOf } from './tiers.ts'

/** The ranks in short, for the home page, and the ways to the shop and to all perks. */
export function ServerRanks() {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: shop, error, refetch } = useQuery(shopQuery(api))

  function retry() {
    // The button leaves with its alert.
    heading.current?.focus()
    void refetch()
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1.5">
          <h2 id={headingId} ref={heading} tabIndex={-1} className="font-display text-4xl leading-none">
            Server Ranks
          </h2>
          {shop !== undefined && <p className="text-ink-soft">{shop.ranks.note}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button asChild look="quiet">
            <Link to="/rank-perks">All perks</Link>
          </Button>
          <Button asChild variant="gold">
            <Link to="/shop">Visit the shop</Link>
          </Button>
        </div>
      </div>
      {shop !== undefined ? (
        <Steps shop={shop} />
      ) : error !== null ? (
        <ErrorView title={shopFailed} message={errorMessage(error, error.message)} onRetry={retry} />
      ) : (
        <>
          <p role="status" className="sr-only">
            Loading the ranks...
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
    <ul
      className={classes(
        'grid overflow-hidden rounded-lg border border-line bg-ground-card shadow-card max-md:divide-y max-md:divide-line',
        columns(tiers.length),
      )}
    >
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
