import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { type AnyEndpoint, urlOf } from '../../../../contract/endpoint.ts'
import { canDeleteComment, canReportComment } from '../../../../contract/posts/comments.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers, ReplyScope } from '../../../platform/http/endpoints.ts'
import { accountGone, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { storeOnce } from '../../../platform/http/idempotency.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { isHeldBack } from '../../accounts/blocks/queries.ts'
import { notifyOfComment } from '../../notifications/queries/notify.ts'
import type { FileReport } from '../file-report.ts'
import { mention } from '../mentions/mention.ts'
import { publishComments } from './comment-feed.ts'
import {
  type CommentedOn,
  deleteComment,
  findComment,
  findPublishedNews,
  hasPostOfBlocker,
  insertComment,
  listComments,
  listCommentsOnNews,
  lockParent,
} from './queries.ts'

const postGone = () => notFound(msg`This post no longer exists`)

const newsGone = () => notFound(msg`There is no such news item`)

const gone = () => notFound(msg`This comment no longer exists`)

/** Errors by constraint name. */
export const commentConstraints = {
  comments_post_id_fkey: postGone,
  comments_news_id_fkey: newsGone,
  comments_user_id_fkey: accountGone,
  comments_parent_id_fkey: gone,
  comments_parent_is_older: gone,
}

/** @throws 404, 400 or 403 where the member cannot reply to the comment */
async function checkParent(
  transaction: Executor,
  member: Viewer,
  on: CommentedOn,
  id: number,
): Promise<void> {
  const parent = await lockParent(transaction, on, id)
  if (parent === undefined) throw gone()
  if (parent.parentId !== null) throw invalid({ parentId: msg`You cannot reply to a reply` })
  if (await isHeldBack(transaction, parent.userId, member.id))
    throw forbidden(msg`You cannot reply to this comment`)
}

interface PageRequest {
  readonly params: object
  readonly query: { readonly limit: number }
  readonly reply: Pick<ReplyScope, 'header'>
}

/** A full page may have a next one. */
function linkNextPage(
  { params, query: { limit }, reply }: PageRequest,
  endpoint: AnyEndpoint,
  comments: readonly Comment[],
): void {
  const last = comments.at(-1)
  if (last === undefined || comments.length < limit) return
  reply.header('link', `<${urlOf(endpoint, { params, query: { after: last.id, limit } })}>; rel="next"`)
}

export function commentHandlers(context: Context, fileReport: FileReport): Handlers<typeof commentEndpoints> {
  const { database } = context

  const existing = async (id: number) => {
    const comment = await findComment(database.sql, id)
    if (comment === undefined) throw gone()
    return comment
  }

  /** @throws 404 also for one on a news item that was taken back, which nobody sees */
  const shown = async (id: number) => {
    const comment = await existing(id)
    if (comment.postId === null && comment.newsSlug === null) throw gone()
    return comment
  }

  interface NewComment {
    readonly member: Viewer
    readonly content: string
    readonly parentId: number | null
    readonly idempotencyKey: string | undefined
    /** What is compared when the key is used again. */
    readonly body: unknown
    readonly findSubject: (transaction: Executor) => Promise<CommentedOn>
    readonly subjectGone: () => Error
  }

  const create = ({
    member,
    content,
    parentId,
    idempotencyKey,
    body,
    findSubject,
    subjectGone,
  }: NewComment) =>
    storeOnce(
      database,
      { userId: member.id, operation: commentEndpoints.create.idempotent!, key: idempotencyKey, body },
      async () => undefined,
      async (transaction) => {
        const on = await findSubject(transaction)
        if (await hasPostOfBlocker(transaction, on, member.id))
          throw forbidden(msg`You cannot comment on this post`)
        const id = await insertComment(transaction, { ...on, parentId, userId: member.id, content })
        if (id === undefined) throw subjectGone()
        if (parentId !== null) await checkParent(transaction, member, on, parentId)
        await notifyOfComment(transaction, id)
        await mention(transaction, member, { commentId: id }, content)
        await publishComments(context, transaction, on)
        const comment = await findComment(transaction, id)
        if (comment === undefined) throw new Error('a comment is missing after its insert')
        return comment
      },
    )

  return {
    async list(request) {
      const comments = await listComments(database.sql, request.params.id, request.query)
      if (comments === undefined) throw postGone()
      linkNextPage(request, commentEndpoints.list, comments)
      return comments
    },

    async listOnNews(request) {
      const comments = await listCommentsOnNews(database.sql, request.params.slug, request.query)
      if (comments === undefined) throw newsGone()
      linkNextPage(request, commentEndpoints.listOnNews, comments)
      return comments
    },

    async show({ params }) {
      const comment = await shown(params.id)
      return { comment, parent: comment.parentId === undefined ? null : await shown(comment.parentId) }
    },

    create: ({ member, params, body, idempotencyKey }) =>
      create({
        member,
        content: body.content,
        parentId: body.parentId ?? null,
        idempotencyKey,
        body: { postId: params.id, ...body },
        findSubject: async () => ({ postId: params.id, newsId: null }),
        subjectGone: postGone,
      }),

    createOnNews: ({ member, params, body, idempotencyKey }) =>
      create({
        member,
        content: body.content,
        parentId: body.parentId ?? null,
        idempotencyKey,
        body: { newsSlug: params.slug, ...body },
        async findSubject(transaction) {
          const newsId = await findPublishedNews(transaction, params.slug)
          if (newsId === undefined) throw newsGone()
          return { postId: null, newsId }
        },
        subjectGone: newsGone,
      }),

    async remove({ member, params }) {
      const comment = await existing(params.id)
      if (!canDeleteComment(member, comment)) throw forbidden(msg`You can only delete your own comments`)
      await database.sql.transaction().execute(async (transaction) => {
        const on = await deleteComment(transaction, comment.id)
        if (on === undefined) throw gone()
        await publishComments(context, transaction, on)
      })
      return undefined
    },

    async report({ member, params, body }) {
      const comment = await shown(params.id)
      if (!canReportComment(member, comment)) throw forbidden(msg`You cannot report your own comment`)
      const { id: subjectId, userId: subjectUserId, content: excerpt } = comment
      const subject = { subjectType: 'comment', subjectId, subjectUserId, excerpt } as const
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
