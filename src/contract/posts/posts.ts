import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids.ts'
import { textLimits } from '../limits.ts'
import type { Viewer } from '../accounts/ranks.ts'
import { atLeast, atMost, codePoints } from '../text.ts'
import { UserCard } from '../accounts/users.ts'

export const imageTypeMessage = 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images'
export const imageSizeMessage = 'Image size exceeds the maximum limit (5MB)'
export const imageMediaTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif'] as const

/** Posts on one page of the feed, and the most that one call answers (rulings, Wire contract). */
export const postsPage = { usual: 20, most: 100 } as const

// Spaces and letters that nobody sees (Unicode's default ignorables) are no content.
const notBlank = (text: string) => /[^\s\p{DI}]/u.test(text)

/** The text of a post, trimmed only for the question whether there is any. */
export const PostContent = z
  .string({ error: 'Post content is required' })
  .check(
    z.refine(notBlank, { error: 'Post content is required' }),
    atMost(textLimits.post, 'Post content is too long (max 500 characters)'),
  )

/** `mediaUrl` is a data URL here; size and bytes are judged by the server (rulings, Images). */
export const NewPost = z.object({
  content: PostContent,
  mediaUrl: z.optional(z.nullable(z.string({ error: imageTypeMessage }))),
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
  user: UserCard,
  reactionCounts: z.object({ like: z.int() }),
  commentCount: z.int(),
  viewerHasLiked: z.boolean(),
})
export type Post = z.infer<typeof Post>

export const ReactionAnswer = z.object({
  reaction: z.nullable(z.object({ type: z.literal('like') })),
  reactionCounts: z.object({ like: z.int() }),
})

export const PostReport = z.object({
  reason: z.string().check(
    z.refine((text) => codePoints(text.trim()) >= textLimits.moderationReason.least, {
      error: 'Please say what is wrong with this post',
    }),
    atLeast(textLimits.moderationReason.least, 'Please say what is wrong with this post'),
    atMost(textLimits.moderationReason.most, 'Reason must be 500 characters or less'),
  ),
})

/** Only the author; staff remove posts through moderation (rulings, Wire contract). */
export const canDeletePost = (viewer: Viewer | null, post: { readonly userId: number }) =>
  viewer !== null && viewer.id === post.userId

/** Anybody but the author; the dialog asks a visitor to sign in. */
export const canReportPost = (viewer: Viewer | null, post: { readonly userId: number }) =>
  viewer === null || viewer.id !== post.userId

export const postEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts',
    access: 'public',
    summary: 'The feed, newest first',
    query: pageQuery(postsPage.most, postsPage.most),
    status: 200,
    answer: z.array(Post),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    alsoAt: '/api/debug-create-post',
    access: 'member',
    summary: 'Write a post, with an image if wanted',
    body: NewPost,
    bodyKind: 'imagePost',
    limit: 'posts',
    idempotent: 'posts.create',
    status: 201,
    answer: Post,
  }),
  react: endpoint({
    method: 'POST',
    path: '/api/posts/:id/reactions',
    access: 'member',
    summary: 'Like a post, or take the like back',
    params: IdParams,
    body: z.object({ type: z.literal('like', { error: "type must be 'like'" }) }),
    limit: 'likes',
    status: 200,
    answer: ReactionAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/:id',
    access: 'member',
    summary: 'Delete own post',
    params: IdParams,
    status: 204,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/posts/:id/reports',
    access: 'member',
    summary: "Report somebody's post to the moderators",
    params: IdParams,
    body: PostReport,
    limit: 'reports',
    status: 201,
    answer: z.object({ id: Id }),
  }),
}
