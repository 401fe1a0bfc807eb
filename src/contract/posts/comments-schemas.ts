import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, IdText, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { ReportClassSchema } from '../moderation/moderation-schemas.ts'
import { sentence } from '../sentences.ts'
import { maxLength, notBlank } from '../text-schemas.ts'
import { commentsPage } from './comments.ts'
import { Mention } from './mentions-schemas.ts'
import { reasonAbout } from './posts-schemas.ts'

/** Stored as written, like a post. */
export const CommentText = z.object({
  content: z
    .string({ error: sentence(msg`Comment is required`) })
    .check(
      notBlank(sentence(msg`Comment is required`)),
      maxLength(
        textLimits.comment,
        sentence(msg`Comment is too long (max ${{ comment: textLimits.comment }} characters)`),
      ),
    ),
})

export const NewComment = z.extend(CommentText, {
  /** The comment that it replies to, which is no reply itself. */
  parentId: z.optional(z.nullable(Id)),
})

export type NewComment = z.infer<typeof NewComment>

export const Comment = z.object({
  id: Id,
  /** The post that it is on; null for a comment on a news item. */
  postId: z.nullable(Id),
  /** Last part of the path of the news item that it is on, while that is published; null for a comment on a post. */
  newsSlug: z.nullable(z.string()),
  /** The comment that it replies to; absent for one on the post or news item itself. */
  parentId: z.optional(Id),
  userId: Id,
  content: z.string(),
  createdAt: Timestamp,
  /** Whom the text names; absent where it names nobody. */
  mentions: z.optional(z.array(Mention)),
  user: UserCard,
})

export type Comment = z.infer<typeof Comment>

const CommentInThread = z.object({
  comment: Comment,
  /** The comment that it replies to; null for one that is no reply. */
  parent: z.nullable(Comment),
})

export const CommentReport = z.object({
  reason: reasonAbout('comment'),
  class: z.optional(ReportClassSchema),
})

export type CommentReport = z.infer<typeof CommentReport>

const page = z.object({
  /** Comments newer than this one. */
  after: z.optional(IdText),
  limit: z._default(wholeNumberText(1, commentsPage.max), commentsPage.max),
})

const SlugParams = z.object({ slug: z.string() })

export const commentSchemas = {
  list: { params: IdParams, query: page, response: z.array(Comment) },
  show: { params: IdParams, response: CommentInThread },
  create: { params: IdParams, body: NewComment, response: Comment },
  listOnNews: { params: SlugParams, query: page, response: z.array(Comment) },
  createOnNews: { params: SlugParams, body: NewComment, response: Comment },
  remove: { params: IdParams },
  report: { params: IdParams, body: CommentReport, response: z.object({ id: Id }) },
}
