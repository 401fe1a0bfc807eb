import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { imageLimits } from '../../../contract/limits.ts'
import { canReportPost, editMinutes, isAuthor } from '../../../contract/posts/posts.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import type { NewPost } from '../../../contract/posts/posts-schemas.ts'
import type { Context } from '../../context.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import { accountGone, forbidden, notFound } from '../../platform/http/errors.ts'
import { storeOnce } from '../../platform/http/idempotency.ts'
import { notifyStaff } from '../../platform/live/staff-feed.ts'
import { type StoredImage, storePostedImage } from '../../platform/media/image.ts'
import { requireUnrestricted } from '../accounts/restrictions/queries.ts'
import { notifyOfLike } from '../notifications/queries/notify.ts'
import type { FileReport } from './file-report.ts'
import { mention } from './mentions/mention.ts'
import { deletePost, editPost, findPost, insertPost, listPosts, toggleLike } from './queries.ts'

const gone = () => notFound(msg`This post no longer exists`)

/** Errors by constraint name. */
export const postConstraints = {
  post_likes_post_id_fkey: gone,
  post_likes_user_id_fkey: accountGone,
  posts_user_id_fkey: accountGone,
}

export function postHandlers(context: Context, fileReport: FileReport): Handlers<typeof postEndpoints> {
  const { database, live } = context

  const existing = async (viewer: Viewer, id: number) => {
    const post = await findPost(database.sql, viewer.id, id)
    if (post === undefined) throw gone()
    return post
  }

  const prepareImage = async ({ mediaUrl }: NewPost): Promise<StoredImage | undefined> => {
    if (mediaUrl === undefined || mediaUrl === null || mediaUrl === '') return undefined
    return storePostedImage(context, 'mediaUrl', mediaUrl, { side: imageLimits.side })
  }

  return {
    async list(request) {
      const { viewer, query } = request
      const posts = await listPosts(database.sql, viewer?.id ?? null, query)
      setNextPageLink(request, postEndpoints.list, posts, query.limit)
      return posts
    },

    create: ({ member, body, idempotencyKey }) =>
      storeOnce(
        database,
        { userId: member.id, operation: postEndpoints.create.idempotent!, key: idempotencyKey, body },
        () => prepareImage(body),
        async (transaction, image) => {
          const id = await insertPost(transaction, member.id, body.content, image)
          await mention(transaction, member, { postId: id }, body.content)
          const post = await findPost(transaction, member.id, id)
          if (post === undefined) throw new Error(`post ${id} is missing after its insert`)
          await live.publishChange(transaction)
          return post
        },
      ),

    async show({ viewer, params }) {
      const post = await findPost(database.sql, viewer?.id ?? null, params.id)
      if (post === undefined) throw gone()
      return post
    },

    async edit({ member, params, body }) {
      const post = await existing(member, params.id)
      if (!isAuthor(member, post)) throw forbidden(msg`You can only edit your own posts`)
      await database.sql.transaction().execute(async (transaction) => {
        const edit = { id: post.id, userId: member.id, content: body.content }
        if (!(await editPost(transaction, edit)))
          throw forbidden(msg`A post can be edited for ${editMinutes} minutes`)
        await mention(transaction, member, { postId: post.id }, body.content)
        await live.publishChange(transaction)
      })
      return existing(member, post.id)
    },

    async react({ member, params }) {
      const result = await database.sql.transaction().execute(async (transaction) => {
        const toggled = await toggleLike(transaction, params.id, member.id)
        // Removing a like shows nothing to others, so restricted members may do it.
        if (toggled?.liked) {
          await requireUnrestricted(transaction, member.id, 'like posts')
          await notifyOfLike(transaction, params.id)
        }
        await live.publishChange(transaction)
        return toggled
      })
      if (result === undefined) throw gone()
      return {
        reaction: result.liked ? { type: 'like' as const } : null,
        reactionCounts: { like: result.likes },
      }
    },

    async remove({ member, params }) {
      const post = await existing(member, params.id)
      if (!isAuthor(member, post)) throw forbidden(msg`You can only delete your own posts`)
      await database.sql.transaction().execute(async (transaction) => {
        if (!(await deletePost(transaction, params.id, member.id))) throw gone()
        await live.publishChange(transaction)
      })
      return undefined
    },

    async report({ member, params, body }) {
      const post = await existing(member, params.id)
      if (!canReportPost(member, post)) throw forbidden(msg`You cannot report your own post`)
      const { id: subjectId, userId: subjectUserId, content: excerpt } = post
      const subject = { subjectType: 'post', subjectId, subjectUserId, excerpt } as const
      const id = await database.sql
        .transaction()
        .execute((transaction) =>
          fileReport(transaction, context.config, { ...subject, reporterId: member.id, ...body }),
        )
      await notifyStaff(context, 'moderation', [[subjectUserId]])
      return { id }
    },
  }
}
