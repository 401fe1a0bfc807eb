import { queryOptions } from '@tanstack/react-query'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import type { OwnPage } from '../../../../contract/content/own-pages-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { unknownIsNull } from '../../../platform/api-error.ts'

/** A page of the network's own. Null: there is none at this address. */
export const ownPageQuery = (call: Transport, slug: string) =>
  queryOptions({
    queryKey: ['own-page', slug],
    queryFn: ({ signal }): Promise<OwnPage | null> =>
      call(contentEndpoints.ownPage, { params: { slug }, signal }).catch(unknownIsNull),
  })
