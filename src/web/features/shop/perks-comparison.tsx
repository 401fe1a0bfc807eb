import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShopContent } from '../../../contract/content.ts'
import { api } from '../../platform/api.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Compared } from './perk-row.tsx'
import { PerksTable } from './perks-table.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { plansOf } from './plans.ts'
import { shopFailed, shopQuery } from './shop-query.ts'

/** All perks of all tiers side by side. */
export function PerksComparison() {
  return (
    <Loaded query={useQuery(shopQuery(api))} loading={<PerksLoading />} failed={shopFailed}>
      {(shop) => <Comparison shop={shop} />}
    </Loaded>
  )
}

const PerksLoading = () => (
  <>
    <p role="status" className="sr-only">
      Loading the perks...
    </p>
    <Skeleton className="h-160" />
  </>
)

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
