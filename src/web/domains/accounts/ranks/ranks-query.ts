import { msg } from '@lingui/core/macro'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { rankEndpoints } from '../../../../contract/accounts/rank-admin-endpoints.ts'
import type { RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import type { ListedRank, Power } from '../../../../contract/accounts/ranks.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import type { Message } from '../../../../contract/languages.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

export const powerLabels: Readonly<Record<Power, Message>> = {
  member: msg`Member`,
  helper: msg`Helper`,
  moderator: msg`Moderator`,
  product: msg`Product Staff`,
  admin: msg`Admin`,
  manager: msg`Manager`,
  owner: msg`Owner`,
}

export const ranksKey = [...adminKey, 'ranks'] as const

/** A record as the rest of the site knows it. */
export const listedOf = ({ key, name, power, colour, aliases, shown, areas }: RankRecord): ListedRank => ({
  key,
  name,
  power,
  ...(colour !== null && { colour }),
  ...(aliases.length > 0 && { aliases }),
  ...(!shown && { isHidden: true as const }),
  ...(areas !== null && { areas }),
})

/** All ranks as Owners manage them. */
export const ranksQuery = (call: Transport) =>
  queryOptions({
    queryKey: ranksKey,
    queryFn: ({ signal }) => call(rankEndpoints.list, { signal }),
    staleTime: 0,
  })

export const refetchRanks = (client: QueryClient) => client.invalidateQueries({ queryKey: ranksKey })
