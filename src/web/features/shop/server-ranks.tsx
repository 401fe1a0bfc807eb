import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import type { ShopContent } from '../../../contract/content.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RankStep } from './rank-step.tsx'
import { shopFailed, shopQuery } from './shop-query.ts'
import { rankKeys } from './tiers.ts'

/** The three ranks in short, for the home page, and the ways to the shop and to all perks. */
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
        <Steps ranks={shop.ranks} />
      ) : error !== null ? (
        <ErrorView title={shopFailed} message={sentenceOf(error, error.message)} onRetry={retry} />
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

const Steps = ({ ranks }: { ranks: ShopContent['ranks'] }) => (
  <ul className="grid overflow-hidden rounded-lg border border-line bg-ground-card shadow-card max-md:divide-y max-md:divide-line md:grid-cols-3">
    {rankKeys.map((rank, at) => (
      <RankStep key={rank} rank={rank} offer={ranks[rank]} step={at} />
    ))}
  </ul>
)
