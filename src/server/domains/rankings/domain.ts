import { defineDomain } from '../../domain.ts'
import { excluded, saved } from '../../platform/database/tables.ts'
import { leaderboardHandlers } from './leaderboard/routes.ts'
import { hideRankingsOf, rankingsData } from './personal-data/queries.ts'
import { practiceTodayHandlers } from './practice-today/routes.ts'
import { refreshRatings } from './ratings/queries/stored-ratings.ts'
import { startRatingFeed } from './ratings/rating-feed.ts'
import { ratingHandlers } from './ratings/routes.ts'
import { ratingJob } from './ratings/worker.ts'
import { seasonConstraints, seasonHandlers } from './seasons/routes.ts'
import { statsHandlers } from './stats/routes.ts'

/**
 * Boards, statistics, ratings and seasons, all derived from the ledger.
 *
 * Boards exist for all time, the running week and the running month. A period that has ended is neither written nor
 * verified, and is deleted a day later (docs/decisions/0040-bytes-of-a-match.md). Ratings and head-to-head records
 * follow in the background: triggers queue what changed in the ledger; one worker replays the mode, counts the pairs
 * and writes the differences in one transaction (docs/decisions/0039-ratings-follow-the-ledger.md).
 */
export const rankings = defineDomain({
  name: 'rankings',
  handlers: ({ context, content }) => ({
    stats: statsHandlers(context),
    leaderboard: leaderboardHandlers(context, content),
    ratings: ratingHandlers(context, content),
    seasons: seasonHandlers(context, content),
    practiceToday: practiceTodayHandlers(context),
  }),
  constraints: seasonConstraints,
  live: [startRatingFeed],
  jobs: (context, content) => [ratingJob(context, content)],
  on: {
    accountHidden: (transaction, { userId }) => hideRankingsOf(transaction, userId),
    accountRestored: (transaction, { userId }) => refreshRatings(transaction, [userId]),
  },
  tables: {
    head_to_head: saved(),
    milestones: saved({ user_id: 'sums of the matches, which are exported' }),
    rating_board_day: saved(),
    rating_counts: saved(),
    rating_history: saved(),
    rating_queue: saved(),
    rating_tracks: saved(),
    ratings: saved({ user_id: { in: 'ratings' } }),
    rerated_matches: saved(),
    season_standings: saved({ identity_id: { in: 'standings' } }),
    seasons: saved(),
    board_day: excluded('made again at the first start'),
    opening_positions: excluded('made again at the first start', {
      user_id: 'where a board stood this morning; the figures are exported',
    }),
    main_inputs: excluded('made again at the first start', {
      user_id: 'the inputs of the matches, which are exported',
    }),
  },
  personalData: rankingsData,
})
