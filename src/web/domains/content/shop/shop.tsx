import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Offers } from './offers.tsx'
import { ShopLoading } from './shop-loading.tsx'
import { shopFailed, shopQuery } from './shop-query.ts'

export function Shop() {
  return (
    <Loaded query={useQuery(shopQuery(api))} loading={<ShopLoading />} failed={shopFailed}>
      {(shop) => <Offers shop={shop} />}
    </Loaded>
  )
}
