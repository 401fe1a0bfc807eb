import type { QueryClient } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { viewerQuery } from '../../../platform/viewer.ts'

/** Shows what the server stored of the member. */
export async function cacheOwnUser(client: QueryClient, member: OwnUser): Promise<void> {
  // An older response that is still on its way would put the old values back.
  await client.cancelQueries({ queryKey: viewerQuery.queryKey })
  client.setQueryData(viewerQuery.queryKey, member)
  // Lists contain authors' pictures; they are refetched when next shown.
  const isLists = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== viewerQuery.queryKey[0]
  void client.invalidateQueries({ predicate: isLists, refetchType: 'none' })
}
