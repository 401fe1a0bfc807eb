import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { startCommentFeed } from './comments/live.ts'
import { commentConstraints, commentHandlers } from './comments/routes.ts'
import { communityHandlers } from './community/routes.ts'
import { serveMedia } from './media.ts'
import { purgeRemoved } from './queries.ts'
import { postConstraints, postHandlers } from './routes.ts'

export const posts = defineDomain({
  name: 'posts',
  handlers: ({ context }) => ({
    posts: postHandlers(context),
    comments: commentHandlers(context),
    community: communityHandlers(context),
  }),
  routes: ({ app, context }) => serveMedia(app, context),
  constraints: { ...postConstraints, ...commentConstraints },
  live: [startCommentFeed],
  jobs: ({ database }) => [sweep('posts and comments removed long ago', () => purgeRemoved(database.sql))],
})
