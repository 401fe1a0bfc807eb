import { communityPlaceholders } from '../../../../contract/posts/community.ts'
import type { CommunityFigures } from '../../../../contract/posts/community-schemas.ts'
import { formatCount } from '../../../ui/format-count.ts'

/** The two figures in the words of the specification; its placeholders while they are unknown. */
export const figureWords = (figures: CommunityFigures | undefined) =>
  figures === undefined
    ? communityPlaceholders
    : {
        membersOnline: `${formatCount(figures.membersOnline)} Online`,
        posts: `${formatCount(figures.posts)} Active Threads`,
      }
