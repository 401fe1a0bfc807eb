import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import { listRanks } from '../../../../contract/accounts/ranks.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'
import { choiceIn } from '../../../platform/navigation/address-choice.ts'

/** What a list is narrowed to; no rank has this key. */
export const anyRank = '*'

export const rankChoices = (): [string, ...string[]] => [anyRank, ...listRanks().map(({ key }) => key)]

/** The rank in the query of a URL. */
export const rankIn = (search: string) => choiceIn(search, 'rank', rankChoices())

export const membersQuery = (call: Transport, { search, rank }: { search: string; rank: string }) =>
  keysetQuery({
    queryKey: [...adminKey, 'members', search, rank],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(memberEndpoints.list, {
        query: {
          before,
          limit,
          search: search || undefined,
          rank: rank === anyRank ? undefined : rank,
        },
        signal,
      }),
  })
