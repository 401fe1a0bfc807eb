import { msg } from '@lingui/core/macro'
import { StatusOverlay } from '../../domains/network/status/status-overlay.tsx'
import { metaTags, siteOf } from '../../platform/navigation/meta.ts'
import type { Route } from './+types/status.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  metaTags(siteOf(matches), {
    title: msg`Status overlay`,
    description: msg`Who is online, for streams.`,
    path: '/overlay/status',
    noindex: true,
  })

export default function OverlayStatus() {
  return <StatusOverlay />
}
