import { msg } from '@lingui/core/macro'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { punishmentKindLabels } from '../../../../contract/labels.ts'
import type { Message } from '../../../../contract/languages.ts'
import type { LastingKind } from '../../../../contract/moderation/in-force.ts'
import { moderationEndpoints } from '../../../../contract/moderation/moderation-endpoints.ts'
import { minSearched } from '../../../../contract/text.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { filtersIn, narrowing, searchFilter } from '../../../platform/navigation/address-filters.ts'

export const lastingLabels: Readonly<Record<LastingKind, Message>> = {
  ban: punishmentKindLabels.ban,
  mute: punishmentKindLabels.mute,
  restriction: msg`Restriction`,
}

export const inForceFilters = {
  q: searchFilter(msg`A player’s name: ${minSearched} characters or more`),
  kind: { label: msg`Kind`, options: { all: msg`Any`, ...lastingLabels } },
} as const

export const inForceKey = [...adminKey, 'in-force'] as const

/** What an address chooses, page by page. Always refetched, also when it is cached. */
export function inForceQuery(call: Transport, search: string) {
  const filters = narrowing(inForceFilters, filtersIn(search, inForceFilters))
  return infiniteQueryOptions({
    queryKey: [...inForceKey, filters],
    queryFn: ({ pageParam, signal }) =>
      call(moderationEndpoints.inForce, { query: { ...filters, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => ({ pages: pages.map(({ inForce }) => inForce) }),
    staleTime: 0,
  })
}
