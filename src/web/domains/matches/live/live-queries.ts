import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { presenceEndpoints } from '../../../../contract/matches/presence-endpoints.ts'
import type { Presence } from '../../../../contract/matches/presence-schemas.ts'
import { playerEndpoints } from '../../../../contract/players/players-endpoints.ts'
import type { ListedMatch } from '../../../../contract/players/players-schemas.ts'
import { modesQuery } from '../../../platform/live/current-boards.tsx'

/** Queues change by the minute; this is how often a visible page asks again. */
const pollMs = 15_000

/** Matches on the page. */
const shownMatches = 20

/** Modes with their players and queues. */
export const liveModesQuery = (call: Transport) => ({ ...modesQuery(call), refetchInterval: pollMs })

/** As many players as may be named. */
export const everybodyQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['presence', 'everybody'],
    queryFn: ({ signal }): Promise<Presence> => call(presenceEndpoints.list, { query: {}, signal }),
    staleTime: pollMs,
    refetchInterval: pollMs,
  })

/** The matches of a mode that ended last; undefined for all modes. */
export const endedQuery = (call: Transport, mode: string | undefined) =>
  queryOptions({
    queryKey: ['matches', 'ended', mode ?? 'overall'],
    queryFn: ({ signal }): Promise<ListedMatch[]> =>
      call(playerEndpoints.latest, {
        query: { limit: shownMatches, ...(mode !== undefined && { gameType: mode }) },
        signal,
      }),
    staleTime: pollMs,
  })
