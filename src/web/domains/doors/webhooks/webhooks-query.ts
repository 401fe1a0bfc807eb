import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { webhookEndpoints } from '../../../../contract/doors/webhooks-endpoints.ts'
import type { WebhookDelivery } from '../../../../contract/doors/webhooks-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'

const webhooksKey = [...adminKey, 'webhooks'] as const

/** All webhooks; refetched often while something is about to be sent. */
export const webhooksQuery = (call: Transport) =>
  queryOptions({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => call(webhookEndpoints.list, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) ? 3_000 : 15_000),
  })

const pageSize = 50

export type DeliveryState = WebhookDelivery['state']

export const deliveriesQuery = (call: Transport, id: number, state: DeliveryState | undefined) =>
  keysetQuery({
    queryKey: [...webhooksKey, id, 'deliveries', state],
    limit: pageSize,
    page: ({ before, signal }) =>
      call(webhookEndpoints.deliveries, { params: { id }, query: { before, state }, signal }),
  })

export const deliveryQuery = (call: Transport, id: number, delivery: number) =>
  queryOptions({
    queryKey: [...webhooksKey, id, 'deliveries', 'one', delivery],
    queryFn: ({ signal }) => call(webhookEndpoints.delivery, { params: { id, delivery }, signal }),
    staleTime: 0,
  })

export const refetchWebhooks = (client: QueryClient) => client.invalidateQueries({ queryKey: webhooksKey })
