import { useQuery } from '@tanstack/react-query'
import { communityPlaceholders } from '../../../../contract/posts/community.ts'
import type { CommunityFigures } from '../../../../contract/posts/community-schemas.ts'
import { api } from '../../../platform/api.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { communityQuery } from './community-query.ts'

/** The two figures in the words of the specification; its placeholders while they are unknown. */
const figureWords = (figures: CommunityFigures | undefined) =>
  figures === undefined
    ? communityPlaceholders
    : {
        membersOnline: `${formatCount(figures.membersOnline)} Online`,
        posts: `${formatCount(figures.posts)} Active Threads`,
      }

/** What both places that show the figures need of them. */
export function useCommunity() {
  const { data, error, refetch } = useQuery(communityQuery(api))
  return {
    figures: data,
    words: figureWords(data),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
