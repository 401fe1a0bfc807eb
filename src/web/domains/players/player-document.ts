import { data, type RouterContextProvider, redirect } from 'react-router'
import type { Transport } from '../../../contract/endpoint.ts'
import { parseId } from '../../../contract/ids.ts'
import { canFollow } from '../../../contract/players/follows.ts'
import { type AnyQuery, pageContext, prefetched } from '../../platform/page-context.ts'
import { noPrefetchedData } from '../../platform/prefetched-data.ts'
import { isNarrowing, playerMatchesQuery } from '../matches/match-query.ts'
import { playerPresenceQuery } from '../matches/presence/presence-query.ts'
import { playerRatingsQuery } from '../rankings/player-ratings-query.ts'
import { followQuery } from './follows/follow-queries.ts'
import { narrowingIn } from './match-narrowing.ts'
import {
  devicesQuery,
  milestonesQuery,
  opponentsQuery,
  placesQuery,
  playerQuery,
  playerStatsQuery,
  pointsHistoryQuery,
  prefetchedPlayer,
} from './player-queries.ts'

interface DocumentRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly params: { readonly id?: string }
  readonly request: Request
}

/** What every layout shows at first sight. */
const shown = (call: Transport, id: number) => [
  playerQuery(call, id),
  playerPresenceQuery(call, id),
  playerStatsQuery(call, id),
  playerMatchesQuery(call, id),
  pointsHistoryQuery(call, id),
]

/** What the layout of /player/{id} shows besides; its matches may be narrowed by the address. */
export const shownInProfile = (call: Transport, id: number, search: string) => [
  ...(isNarrowing(narrowingIn(search)) ? [playerMatchesQuery(call, id, narrowingIn(search))] : []),
  playerRatingsQuery(call, id),
  opponentsQuery(call, id),
  opponentsQuery(call, id, 'lost'),
  milestonesQuery(call, id),
  devicesQuery(call, id),
  placesQuery(call, id),
]

/**
 * The data of a player page and the status of its document: 400 for what is no id, 404 for nobody's, 301 from an id
 * that was merged to the one that was kept (docs/spec/rulings.md, Status codes and Linking).
 */
export async function playerDocument(
  { context, params, request }: DocumentRequest,
  pathOf: (id: number) => string,
  besides: (call: Transport, id: number, search: string) => readonly AnyQuery[] = () => [],
) {
  const id = parseId(params.id)
  if (id === null) return data(noPrefetchedData, { status: 400 })
  const { search } = new URL(request.url)
  const { viewer } = context.get(pageContext)
  const loaded = await prefetched(context, (call) => [
    ...shown(call, id),
    ...besides(call, id, search),
    // The button says what is true from the first paint on.
    ...(viewer !== null && canFollow(viewer, id) ? [followQuery(call, id)] : []),
  ])
  const player = prefetchedPlayer(loaded, id)
  if (player === null) return data(loaded, { status: 404 })
  if (player !== undefined && player.id !== id) {
    throw redirect(pathOf(player.id) + search, 301)
  }
  return data(loaded, { status: 200 })
}
