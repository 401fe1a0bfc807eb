import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { cupLimits } from '../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type {
  Cup,
  CupFace,
  CupStanding,
  CupSummary,
  CupToWatch,
  CupTrophy,
  cupListStates,
  MyCup,
  SeedsNow,
} from '../../../contract/cups/cups-schemas.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { unknownIsNull } from '../../platform/api-error.ts'

const freshMs = 15_000

interface ListedCups {
  readonly state?: (typeof cupListStates)[number]
  readonly season?: number
}

const listQuery = (call: Transport, queryKey: readonly unknown[], filter: ListedCups, staleTime: number) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }): Promise<CupSummary[]> =>
      call(cupEndpoints.list, { query: { ...filter, before: pageParam }, signal }),
    getNextPageParam: (page) => (page.length === cupLimits.listed ? page.at(-1)?.id : undefined),
    staleTime,
  })

/** Cups of a state, a page at a time: what comes soonest first, what ended last first. */
export const cupsQuery = (call: Transport, state: (typeof cupListStates)[number]) =>
  listQuery(call, ['cups', 'list', state], { state }, freshMs)

/** Cups that ended in a season, what ended last first, a page at a time. */
export const seasonCupsQuery = (call: Transport, season: number) =>
  listQuery(call, ['cups', 'season', season], { season }, 60_000)

/** Cups in which a player came first, second or third. */
export const trophiesQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'trophies'],
    queryFn: ({ signal }): Promise<CupTrophy[]> => call(cupEndpoints.trophies, { params: { id }, signal }),
    staleTime: 30_000,
  })

/** Cups that are not over, as staff look after them. */
export const watchedCupsQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['cups', 'watch'],
    queryFn: ({ signal }): Promise<CupToWatch[]> => call(cupEndpoints.watch, { signal }),
    staleTime: 0,
  })

/** Seeds as the cup would begin with them now. */
export const seedsQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['cups', id, 'seeds'],
    queryFn: ({ signal }): Promise<SeedsNow> => call(cupEndpoints.seeds, { params: { id }, signal }),
    staleTime: 0,
  })

/** Null: no cup has this id. */
export const cupQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['cups', id, 'cup'],
    queryFn: ({ signal }): Promise<Cup | null> =>
      call(cupEndpoints.show, { params: { id }, signal }).catch(unknownIsNull),
    staleTime: freshMs,
  })

/** Pictures of players in a cup. They change less often than the cup, whose bracket has none before it begins. */
export const cupFacesQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['cup-faces', id],
    queryFn: ({ signal }): Promise<CupFace[]> => call(cupEndpoints.faces, { params: { id }, signal }),
    staleTime: ({ state }) => (state.data?.length ? 300_000 : 0),
  })

/** The first hundred places of an arena. */
export const standingsQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['cups', id, 'standings'],
    queryFn: ({ signal }): Promise<CupStanding[]> =>
      call(cupEndpoints.standings, { params: { id }, query: {}, signal }),
    staleTime: freshMs,
  })

export const myCupQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['cups', id, 'mine'],
    queryFn: ({ signal }): Promise<MyCup> => call(cupEndpoints.mine, { params: { id }, signal }),
    staleTime: freshMs,
  })
