import { useMutation, useQueryClient } from '@tanstack/react-query'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { type Rank, rankLabel } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { deskKey } from '../../../platform/keyset-query.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'

export function useSetRank({ id, username }: Pick<Member, 'id' | 'username'>) {
  const client = useQueryClient()
  const site = useSite()
  return useMutation({
    mutationFn: (rank: Rank) => api(memberEndpoints.setRank, { params: { id }, body: { rank } }),
    onSuccess: ({ rank }) =>
      toast({ title: 'Rank Updated', description: `${username} is now ${rankLabel(rank, site)}.` }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: sentenceOf(error, 'The rank could not be changed.'),
      }),
    // The viewer as well: it may have been their own rank, and what they may do hangs on it.
    onSettled: () =>
      Promise.all([deskKey, viewerQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
