import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import type { SitePart } from '../../../../contract/content/navigation.ts'
import type { AnyEndpoint } from '../../../../contract/endpoint.ts'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import { postEndpoints } from '../../../../contract/posts/posts-endpoints.ts'

/**
 * Calls of the pages of each part. Calls of staff go on, so that a part can be prepared, and so do those that only take
 * something back.
 */
const endpointsOf: Readonly<Record<SitePart, readonly AnyEndpoint[]>> = {
  shop: [contentEndpoints.shop],
  events: [eventEndpoints.list, eventEndpoints.show, eventEndpoints.register],
  social: [
    postEndpoints.list,
    postEndpoints.show,
    postEndpoints.create,
    postEndpoints.edit,
    postEndpoints.react,
    commentEndpoints.list,
    commentEndpoints.show,
    commentEndpoints.create,
  ],
  apply: [applicationEndpoints.create],
  status: [statusEndpoints.history],
}

const partOf = new Map(
  Object.entries(endpointsOf).flatMap(([part, endpoints]) =>
    endpoints.map(({ method, path }) => [`${method} ${path}`, part as SitePart]),
  ),
)

/** Whether an endpoint is in a part of the site that is switched off. */
export function isOffEndpoint({ method, path }: AnyEndpoint, off: readonly SitePart[]): boolean {
  const part = partOf.get(`${method} ${path}`)
  return part !== undefined && off.includes(part)
}
