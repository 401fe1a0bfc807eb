import { data, type RouterContextProvider } from 'react-router'
import type { Transport } from '../../../contract/endpoint.ts'
import type { Match, MatchDetails } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { type AnyQuery, prefetched } from '../../platform/navigation/page-context.ts'
import { noPrefetchedData, type Prefetched, prefetchedData } from '../../platform/prefetched-data.ts'
import { headToHeadQuery } from './head-to-head-query.ts'
import { matchIdOf } from './match-id.ts'
import { matchQuery } from './match-query.ts'
import { pairOf } from './match-words.ts'

/** Null: no match has this id; undefined when it was late or failed. */
export const matchIn = (loaded: Prefetched, id: string) =>
  prefetchedData(loaded, matchQuery(api, id).queryKey) as Match | null | undefined

/**
 * The data of a match page and the status of its document; an invalid matchId is a 404.
 * @param more what other domains show on the page of this match
 */
export async function matchDocument(
  context: Readonly<RouterContextProvider>,
  idText: string | undefined,
  more: (call: Transport, match: MatchDetails) => readonly AnyQuery[] = () => [],
) {
  const id = matchIdOf(idText)
  if (id === null) return data(noPrefetchedData, { status: 404 })
  const loaded = await prefetched(
    context,
    (call) => [matchQuery(call, id)],
    (call, client) => {
      const match = client.getQueryData(matchQuery(call, id).queryKey)
      if (!match) return []
      const pair = pairOf(match)
      return [...(pair === null ? [] : [headToHeadQuery(call, pair[0].id, pair[1].id)]), ...more(call, match)]
    },
  )
  return data(loaded, { status: matchIn(loaded, id) === null ? 404 : 200 })
}
