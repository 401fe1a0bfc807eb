import { queryOptions } from '@tanstack/react-query'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type {
  Cup,
  CupStanding,
  CupSummary,
  cupListStates,
  MyCup,
} from '../../../contract/cups/cups-schemas.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { unknownIsNull } from '../../platform/api-error.ts'

const freshMs = 15_000

export const cupsQuery = (call: Transport, state: (typeof cupListStates)[number]) =>
  queryOptions({
    queryKey: ['cups', 'list', state],
    queryFn: ({ signal }): Promise<CupSummary[]> => call(cupEndpoints.list, { query: { state }, signal }),
    staleTime: freshMs,
  })

/** Null: no cup has this id. */
export const cupQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['cups', id, 'cup'],
    queryFn: ({ signal }): Promise<Cup | null> =>
      call(cupEndpoints.show, { params: { id }, signal }).catch(unknownIsNull),
    staleTime: freshMs,
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
