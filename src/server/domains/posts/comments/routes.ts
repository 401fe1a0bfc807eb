import { urlOf } from '../../../../contract/endpoint.ts'
import { canDeleteComment, canReportComment } from '../../../../contract/posts/comments.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { accountGone, forbidden, notFound } from '../../../platform/errors.ts'
import { storeOnce } from '../../../platform/idempotency.ts'
import { fileReport } from '../../../platform/moderation-reports.ts'
import { notifyOfComment } from '../../../platform/notifications.ts'
import { requireUnrestricted } from '../../../platform/restrictions.ts'
import { notifyStaff } from '../../../platform/staff-feed.ts'
import { publishComments } from './live.ts'
import { deleteComment, findComment, insertComment, listComments } from './queries.ts'

const postGone = () => notFound('This post no longer exists')

const gone = () => notFound('This comment no longer exists')

/** Errors by constraint name. */
export const commentConstraints = {
  comments_post_id_fkey: postGone,
  comments_user_id_fkey: accountGone,
}

export function commentHandlers(context: Context): Handlers<typeof commentEndpoints> {
  const { database } = context

  const existing = async (id: number) => {
    const comment = await findComment(database.sql, id)
    if (comment === undefined) throw gone()
    return comment
  }

  return {
    async list({ params, query, reply }) {
      const comments = await listComments(database.sql, { postId: params.id, ...query })
      if (comments === undefined) throw postGone()
      const last = comments.at(-1)
      if (last !== undefined && comments.length === query.limit) {
        const next = urlOf(commentEndpoints.list, { params, query: { after: last.id, limit: query.limit } })
        reply.header('link', `<${next}>; rel="next"`)
      }
      return comments
    },

    create({ member, params, body, idempotencyKey }) {
      const operation = commentEndpoints.create.idempotent!
      return storeOnce(
        database,
        { userId: member.id, operation, key: idempotencyKey, body: { postId: params.id, ...body } },
        async () => undefined,
        async (transaction) => {
          await requireUnrestricted(transaction, member.id, 'comment')
          const written = { postId: params.id, userId: member.id, content: body.content }
          const comment = await insertComment(transaction, written)
          await notifyOfComment(transaction, comment.id)
          await publishComments(context, transaction, comment.postId)
          return comment
        },
      )
    },

    async remove({ member, params }) {
      const comment = await existing(params.id)
      if (!canDeleteComment(member, comment)) throw forbidden('You can only delete your own comments')
      await database.sql.transaction().execute(async (transaction) => {
        const postId = await deleteComment(transaction, comment.id)
        if (postId === undefined) throw gone()
        await publishComments(context, transaction, postId)
      })
      return undefined
    },

    async report({ member, params, body }) {
      const comment = await existing(params.id)
      if (!canReportComment(member, comment)) throw forbidden('You cannot report your own comment')
      await requireUnrestricted(database.sql, member.id, 'report comments')
      const { id: subjectId, userId: subjectUserId, content: excerpt } = comment
      const subject = { subjectType: 'comment', subjectId, subjectUserId, excerpt } as const
      const id = await database.sql
        .transaction()
        .execute((transaction) =>
          fileReport(transaction, context.config, { ...subject, reporterId: member.id, ...body }),
        )
      await notifyStaff(context, 'moderation')
      return { id }
    },
  }
}
