import { msg } from '@lingui/core/macro'
import { data, useLocation } from 'react-router'
import { parseId } from '../../../contract/ids.ts'
import { playerMatchesQuery } from '../../domains/matches/match-query.ts'
import { PlayerOverlay } from '../../domains/players/player-overlay.tsx'
import { playerQuery, prefetchedPlayer } from '../../domains/players/player-queries.ts'
import { playerRatingsQuery } from '../../domains/rankings/player-ratings-query.ts'
import { metaTags, siteOf } from '../../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../../platform/navigation/page-context.ts'
import { noPrefetchedData } from '../../platform/prefetched-data.ts'
import { NotFound } from '../not-found.tsx'
import type { Route } from './+types/player.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = parseId(params.id)
  if (id === null) return data(noPrefetchedData, { status: 404 })
  const loaded = await prefetched(context, (call) => [
    playerQuery(call, id),
    playerRatingsQuery(call, id),
    playerMatchesQuery(call, id),
  ])
  return data(loaded, { status: prefetchedPlayer(loaded, id) === null ? 404 : 200 })
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, params }) =>
  metaTags(siteOf(matches), {
    title: msg`Player overlay`,
    description: msg`A player, for streams.`,
    path: `/overlay/player/${params.id}`,
    noindex: true,
  })

export default function OverlayPlayer({ params }: Route.ComponentProps) {
  const { search } = useLocation()
  const id = parseId(params.id)
  return id === null ? <NotFound /> : <PlayerOverlay id={id} mode={new URLSearchParams(search).get('mode')} />
}
