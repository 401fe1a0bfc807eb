import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { ownStatsQuery } from './own-stats-query.ts'

export function useOwnStats(member: OwnUser) {
  const client = useQueryClient()
  return useQuery({
    ...ownStatsQuery(api, member),
    // Signing out asks again for everything on screen, a moment before this page has left it: nobody's stats are a 401.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
}
