import { data, type RouterContextProvider, redirect } from 'react-router'
import type { Transport } from '../../../contract/endpoint.ts'
import { parseId } from '../../../contract/ids.ts'
import { canFollow } from '../../../contract/players/follows.ts'
import { type AnyQuery, pageContext, prefetched } from '../../platform/navigation/page-context.ts'
import { noPrefetchedData } from '../../platform/prefetched-data.ts'
import { isNarrowing, playerMatchesQuery } from '../matches/match-query.ts'
import { playerPresenceQuery } from '../matches/presence/presence-query.ts'
import { playerRatingsQuery } from '../rankings/player-ratings-query.ts'
import { playerStatsQuery } from '../rankings/player-stats-query.ts'
import { followQuery } from './follows/follow-queries.ts'
import { playerTabIn } from './layouts/tabs.ts'
import { narrowingIn } from './match-narrowing.ts'
import {
  devicesQuery,
  milestonesQuery,
  opponentsQuery,
  placesQuery,
  playerQuery,
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

/** What each tab of /player/{id} shows besides; its matches may be narrowed by the address. */
const shownInTab = {
  overview: (call: Transport, id: number, search: string) => [
    ...(isNarrowing(narrowingIn(search)) ? [playerMatchesQuery(call, id, narrowingIn(search))] : []),
    opponentsQuery(call, id),
    devicesQuery(call, id),
  ],
  details: (call: Transport, id: number) => [milestonesQuery(call, id)],
  rivals: (call: Transport, id: number) => [opponentsQuery(call, id)],
}

/** What /player/{id} shows besides what every layout does. */
export const shownInProfile = (call: Transport, id: number, search: string) => [
  playerRatingsQuery(call, id),
  opponentsQuery(call, id, 'lost'),
  placesQuery(call, id),
  ...shownInTab[playerTabIn(search)](call, id, search),
]

/**
 * The `loader` of a player page: its data and the status of the document. 400 for a malformed id, 404 for one that
 * nobody has, 301 from a merged id to the one that was kept (docs/spec/rulings.md, Status codes and Linking).
 */
export const playerLoader =
  (path: string, besides: (call: Transport, id: number, search: string) => readonly AnyQuery[] = () => []) =>
  async ({ context, params, request }: DocumentRequest) => {
    const id = parseId(params.id)
    if (id === null) return data(noPrefetchedData, { status: 400 })
    const { search } = new URL(request.url)
    const { viewer } = context.get(pageContext)
    const loaded = await prefetched(context, (call) => [
      ...shown(call, id),
      ...besides(call, id, search),
      // So that the Follow button shows the right state from the first paint.
      ...(viewer !== null && canFollow(viewer, id) ? [followQuery(call, id)] : []),
    ])
    const player = prefetchedPlayer(loaded, id)
    if (player === null) return data(loaded, { status: 404 })
    if (player !== undefined && player.id !== id) throw redirect(`${path}/${player.id}${search}`, 301)
    return data(loaded, { status: 200 })
  }
