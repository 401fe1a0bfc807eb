import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Offers } from './offers.tsx'
import { shopFailed, shopQuery } from './shop-query.ts'

export function Shop() {
  const { t } = useLingui()
  return (
    <Loaded query={useQuery(shopQuery(api))} loading={<ShopLoading />} failed={t(shopFailed)}>
      {(shop) => <Offers shop={shop} />}
    </Loaded>
  )
}

function ShopLoading() {
  return (
    <div>
      <p role="status" className="sr-only">
        <Trans>Loading the shop...</Trans>
      </p>
      <Skeleton className="h-10 w-56" />
      <div className="mt-6 grid gap-5 lg:grid-cols-3">
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-120" />
        ))}
      </div>
    </div>
  )
}
