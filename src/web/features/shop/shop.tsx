import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../platform/api.ts'
import { Offers } from './offers.tsx'
import { ShopError } from './shop-error.tsx'
import { ShopLoading } from './shop-loading.tsx'
import { shopQuery } from './shop-query.ts'

export function Shop() {
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
        <Offers shop={shop} />
      ) : error !== null ? (
        <ShopError error={error} onRetry={retry} />
      ) : (
        <ShopLoading />
      )}
    </div>
  )
}
