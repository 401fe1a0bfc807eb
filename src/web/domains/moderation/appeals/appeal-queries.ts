import { msg } from '@lingui/core/macro'
import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { appealEndpoints } from '../../../../contract/moderation/appeals-endpoints.ts'
import type { Appeal, Appealable } from '../../../../contract/moderation/appeals-schemas.ts'
import { minSearched } from '../../../../contract/text.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'
import { choiceIn } from '../../../platform/navigation/address-choice.ts'
import {
  ageFilter,
  assigneeFilter,
  filtersIn,
  narrowing,
  searchFilter,
} from '../../../platform/navigation/address-filters.ts'
import { rowQuery } from '../../../platform/navigation/use-opened-row.ts'

/** The member's own; with a code, those of the code's holder. */
export const appealsKey = ['appeals'] as const

/** The member's punishments and restrictions with their appeals. */
export const ownAppealsQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...appealsKey, 'mine'],
    queryFn: ({ signal }): Promise<Appealable[]> => call(appealEndpoints.mine, { signal }),
  })

/** The punishment of a code. A wrong code stays wrong: it is not tried again. */
export const codeQuery = (call: Transport, code: string) =>
  queryOptions({
    queryKey: [...appealsKey, 'code', code],
    queryFn: ({ signal }): Promise<Appealable> => call(appealEndpoints.byCode, { secret: code, signal }),
    retry: false,
  })

export const appealListStates = ['open', 'closed'] as const

export const staffAppealsKey = [...adminKey, 'appeals'] as const

export const appealFilters = {
  q: searchFilter(msg`A player’s name: ${minSearched} characters or more`),
  assignee: assigneeFilter,
  days: ageFilter,
} as const

/** The appeals that an address chooses. */
export function staffAppealsQuery(call: Transport, search: string) {
  const state = choiceIn(search, 'show', appealListStates)
  const filters = narrowing(appealFilters, filtersIn(search, appealFilters))
  return keysetQuery({
    queryKey: [...staffAppealsKey, state, filters],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(appealEndpoints.list, { query: { before, limit, state, ...filters }, signal }),
  })
}

/** One appeal, open or closed. */
export const staffAppealQuery = (call: Transport, key: string) =>
  rowQuery<Appeal>(staffAppealsKey, key, (id, signal) =>
    call(appealEndpoints.one, { params: { id }, signal }),
  )
