import { msg } from '@lingui/core/macro'
import { data, useLocation } from 'react-router'
import { BoardOverlay, overlayChoice } from '../../domains/rankings/board-overlay.tsx'
import { boardQuery } from '../../domains/rankings/leaderboard/board-query.ts'
import { metaTags, siteOf } from '../../platform/navigation/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../../platform/navigation/page-context.ts'
import { noPrefetchedData } from '../../platform/prefetched-data.ts'
import { useSite } from '../../platform/site.tsx'
import { NotFound } from '../not-found.tsx'
import type { Route } from './+types/board.ts'

const isBoard = (modes: readonly string[], mode: string) => mode === 'overall' || modes.includes(mode)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { modes } = context.get(pageContext).site
  if (!isBoard(modes, params.mode)) return data(noPrefetchedData, { status: 404 })
  const choice = overlayChoice(params.mode, new URL(request.url).searchParams.get('by'))
  return data(await prefetched(context, (call) => [boardQuery(call, choice)]), { status: 200 })
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, params }) =>
  metaTags(siteOf(matches), {
    title: msg`Board overlay`,
    description: msg`A board, for streams.`,
    path: `/overlay/board/${params.mode}`,
    noindex: true,
  })

export default function OverlayBoard({ params }: Route.ComponentProps) {
  const { modes } = useSite()
  const { search } = useLocation()
  if (!isBoard(modes, params.mode)) return <NotFound />
  return <BoardOverlay choice={overlayChoice(params.mode, new URLSearchParams(search).get('by'))} />
}
