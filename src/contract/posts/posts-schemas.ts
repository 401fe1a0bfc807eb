import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { ReportClassSchema } from '../moderation/moderation-schemas.ts'
import { sentence } from '../sentences.ts'
import { codePoints } from '../text.ts'
import { maxLength, notBlank } from '../text-schemas.ts'
import { Mention } from './mentions-schemas.ts'
import { imageTypeMessage, postsPage } from './posts.ts'

/** Trimmed only to check that it is not blank; stored as written. */
export const PostContent = z
  .string({ error: sentence(msg`Post content is required`) })
  .check(
    notBlank(sentence(msg`Post content is required`)),
    maxLength(textLimits.post, sentence(msg`Post content is too long (max 500 characters)`)),
  )

/** `mediaUrl` is a data URL here; the server checks its size and type (docs/spec/rulings.md, Images). */
export const NewPost = z.object({
  content: PostContent,
  mediaUrl: z.optional(z.nullable(z.string({ error: sentence(imageTypeMessage) }))),
  mediaType: z.optional(z.nullable(z.string())),
})

export type NewPost = z.infer<typeof NewPost>

export const Post = z.object({
  id: Id,
  userId: Id,
  content: z.string(),
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(z.literal('image')),
  mediaWidth: z.nullable(z.int()),
  mediaHeight: z.nullable(z.int()),
  createdAt: Timestamp,
  /** When the author last changed it; absent while it is as it was posted. */
  editedAt: z.optional(Timestamp),
  /** Whom the text names; absent where it names nobody. */
  mentions: z.optional(z.array(Mention)),
  user: UserCard,
  reactionCounts: z.object({ like: z.int() }),
  commentCount: z.int(),
  viewerHasLiked: z.boolean(),
})

export type Post = z.infer<typeof Post>

const ReactionResponse = z.object({
  reaction: z.nullable(z.object({ type: z.literal('like') })),
  reactionCounts: z.object({ like: z.int() }),
})

const noReason = {
  post: sentence(msg`Please say what is wrong with this post`),
  comment: sentence(msg`Please say what is wrong with this comment`),
} as const

/** Reason of a report about a post or comment. */
export const reasonAbout = (what: keyof typeof noReason) =>
  z.string().check(
    z.normalize('NFC'),
    notBlank(noReason[what]),
    z.refine((text) => codePoints(text.trim()) >= textLimits.moderationReason.min, {
      error: noReason[what],
    }),
    maxLength(textLimits.moderationReason.max, sentence(msg`Reason must be 500 characters or less`)),
  )

export const PostReport = z.object({ reason: reasonAbout('post'), class: z.optional(ReportClassSchema) })

export type PostReport = z.infer<typeof PostReport>

export const PostEdit = z.object({ content: PostContent })

export const postSchemas = {
  list: {
    query: pageQuery(postsPage.max, postsPage.max),
    response: z.array(Post),
  },
  create: {
    body: NewPost,
    response: Post,
  },
  show: { params: IdParams, response: Post },
  edit: { params: IdParams, body: PostEdit, response: Post },
  react: {
    params: IdParams,
    body: z.object({ type: z.literal('like', { error: sentence(msg`type must be 'like'`) }) }),
    response: ReactionResponse,
  },
  remove: {
    params: IdParams,
  },
  report: {
    params: IdParams,
    body: PostReport,
    response: z.object({ id: Id }),
  },
}
