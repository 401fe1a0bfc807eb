import { defineDomain } from '../../domain.ts'
import { leaderboardHandlers } from './leaderboard/routes.ts'
import { practiceTodayHandlers } from './practice-today/routes.ts'
import { startRatingFeed } from './ratings/live.ts'
import { ratingHandlers } from './ratings/routes.ts'
import { rating } from './ratings/worker.ts'
import { seasonConstraints, seasonHandlers } from './seasons/routes.ts'
import { statsHandlers } from './stats/routes.ts'

export const rankings = defineDomain({
  name: 'rankings',
  handlers: ({ context, content }) => ({
    stats: statsHandlers(context),
    leaderboard: leaderboardHandlers(context, content),
    ratings: ratingHandlers(context, content),
    seasons: seasonHandlers(context),
    practiceToday: practiceTodayHandlers(context),
  }),
  constraints: seasonConstraints,
  live: [startRatingFeed],
  jobs: (context, content) => [rating(context, content)],
})
