import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ShopContent } from '../../../contract/content.ts'
import { api } from '../../platform/api.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Compared } from './perk-row.tsx'
import { PerksTable } from './perks-table.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { plansOf } from './plans.ts'
import { ShopError } from './shop-error.tsx'
import { shopQuery } from './shop-query.ts'

/** All perks of all tiers side by side. */
export function PerksComparison() {
  const { data: shop, error, refetch } = useQuery(shopQuery(api))
  const place = useRef<HTMLDivElement>(null)

  function retry() {
    // The button leaves with its alert.
    place.current?.focus()
    void refetch()
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {shop !== undefined ? (
        <Comparison shop={shop} />
      ) : error !== null ? (
        <ShopError error={error} onRetry={retry} />
      ) : (
        <>
          <p role="status" className="sr-only">
            Loading the perks...
          </p>
          <Skeleton className="h-160" />
        </>
      )}
    </div>
  )
}

function Comparison({ shop }: { shop: ShopContent }) {
  const [compared, setCompared] = useState<Compared>(['gold', 'diamond'])
  const plans = plansOf(shop)
  return (
    <>
      <PlanChooser plans={plans} compared={compared} onCompare={setCompared} />
      <PerksTable perks={shop.perks} plans={plans} compared={compared} />
    </>
  )
}
