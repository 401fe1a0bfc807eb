import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { communityQuery } from './community-query.ts'

/** What both places that show the figures need of them. */
export function useCommunity() {
  const { data, error, refetch } = useQuery(communityQuery(api))
  return {
    figures: data,
    /** A dash stands for a figure that is not known. */
    words: {
      membersOnline: `${formatCount(data?.membersOnline)} Online`,
      activeThreads: `${formatCount(data?.activeThreads)} Active Threads`,
    },
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
