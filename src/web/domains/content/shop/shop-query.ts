import { msg } from '@lingui/core/macro'
import { queryOptions } from '@tanstack/react-query'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

/** Offers, prices and perks: what /shop, /rank-perks and the ranks on the home page show. */
export const shopQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: ({ signal }) => call(contentEndpoints.shop, { signal }),
  })

/** Said wherever what the shop offers could not be loaded. */
export const shopFailed = msg`Failed to load the shop.`
