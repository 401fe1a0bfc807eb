import { data, type RouterContextProvider, redirect } from 'react-router'
import { parseId } from '../../../../contract/ids.ts'
import { prefetched } from '../../../platform/navigation/page-context.ts'
import { noPrefetchedData } from '../../../platform/prefetched-data.ts'
import { comparePath } from '../../../ui/player-path.ts'
import { commonOpponentsQuery, headToHeadQuery } from '../../matches/head-to-head-query.ts'
import { playerRatingsQuery } from '../../rankings/player-ratings-query.ts'
import { seasonsQuery } from '../../rankings/seasons/season-queries.ts'
import { playerQuery, prefetchedPlayer } from '../player-queries.ts'

/**
 * The data of a comparison and the status of its document: 400 for what is no id and for a player with themselves, 404
 * for nobody's id, 301 from merged ids to those that were kept.
 */
export async function compareDocument(
  context: Readonly<RouterContextProvider>,
  params: { readonly a?: string; readonly b?: string },
) {
  const [a, b] = [parseId(params.a), parseId(params.b)]
  if (a === null || b === null || a === b) return data(noPrefetchedData, { status: 400 })
  const loaded = await prefetched(context, (call) => [
    playerQuery(call, a),
    playerQuery(call, b),
    headToHeadQuery(call, a, b),
    commonOpponentsQuery(call, a, b),
    playerRatingsQuery(call, a),
    playerRatingsQuery(call, b),
    seasonsQuery(call),
  ])
  const [one, other] = [prefetchedPlayer(loaded, a), prefetchedPlayer(loaded, b)]
  if (one === null || other === null) return data(loaded, { status: 404 })
  if (one === undefined || other === undefined) return data(loaded, { status: 200 })
  if (one.id !== a || other.id !== b) throw redirect(comparePath(one.id, other.id), 301)
  return data(loaded, { status: 200 })
}
