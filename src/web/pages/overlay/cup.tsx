import { msg } from '@lingui/core/macro'
import { data, useLocation } from 'react-router'
import { parseId } from '../../../contract/ids.ts'
import { CupOverlay, overlayShows } from '../../domains/cups/cup-overlay.tsx'
import { cupQuery, standingsQuery } from '../../domains/cups/cup-queries.ts'
import { metaTags, siteOf } from '../../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../../platform/navigation/page-context.ts'
import { noPrefetchedData, prefetchedData } from '../../platform/prefetched-data.ts'
import { NotFound } from '../not-found.tsx'
import type { Route } from './+types/cup.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = parseId(params.id)
  if (id === null) return data(noPrefetchedData, { status: 404 })
  const loaded = await prefetched(context, (call) => [cupQuery(call, id), standingsQuery(call, id)])
  return data(loaded, { status: prefetchedData(loaded, ['cups', id, 'cup']) === null ? 404 : 200 })
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, params }) =>
  metaTags(siteOf(matches), {
    title: msg`Cup overlay`,
    description: msg`A cup, for streams.`,
    path: `/overlay/cup/${params.id}`,
    noindex: true,
  })

export default function OverlayCup({ params }: Route.ComponentProps) {
  const { search } = useLocation()
  const id = parseId(params.id)
  if (id === null) return <NotFound />
  return <CupOverlay id={id} show={overlayShows(new URLSearchParams(search).get('show'))} />
}
