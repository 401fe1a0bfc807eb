import { defineDomain } from '../../domain.ts'
import { saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { startCommentFeed } from './comments/comment-feed.ts'
import { commentConstraints, commentHandlers } from './comments/routes.ts'
import { communityHandlers } from './community/routes.ts'
import { serveMedia } from './media.ts'
import { mentionHandlers } from './mentions/routes.ts'
import { countPostsOf, deletePostsOf, hidePostsOf, postsData } from './personal-data/queries.ts'
import { purgeRemoved } from './queries.ts'
import { postConstraints, postHandlers } from './routes.ts'

/**
 * The feed, comments, likes and pictures.
 *
 * What staff remove is hidden at once and deleted 30 days later. `posts` and `comments` are views of `all_posts` and
 * `all_comments` without hidden rows: those, and what a member wrote whose account is deleted and can be restored.
 */
export const posts = defineDomain({
  name: 'posts',
  handlers: ({ context, ports: { fileReport } }) => ({
    posts: postHandlers(context, fileReport),
    comments: commentHandlers(context, fileReport),
    community: communityHandlers(context),
    mentions: mentionHandlers(context),
  }),
  routes: ({ app, context }) => serveMedia(app, context),
  constraints: { ...postConstraints, ...commentConstraints },
  live: [startCommentFeed],
  jobs: ({ database }) => [sweep('posts and comments removed long ago', () => purgeRemoved(database.sql))],
  on: {
    accountDeleted: (transaction, { userId }) => deletePostsOf(transaction, userId),
    accountHidden: (transaction, { userId }) => hidePostsOf(transaction, userId),
    accountRestored: (transaction, { userId }) => countPostsOf(transaction, userId, 1),
  },
  tables: {
    all_posts: saved({ user_id: { in: 'posts' } }),
    all_comments: saved({ user_id: { in: 'comments' } }),
    media: saved(),
    mentions: saved({ user_id: { in: 'mentions' } }),
    post_edits: saved(),
    post_likes: saved({ user_id: { in: 'reactions' } }),
    post_media: saved(),
  },
  personalData: postsData,
})
