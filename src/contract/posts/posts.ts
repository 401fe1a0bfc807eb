import { msg } from '@lingui/core/macro'
import type { Viewer } from '../accounts/ranks.ts'

export const imageTypeMessage = msg`Invalid file type. Please upload JPEG, PNG, WebP, or GIF images`

export const imageSizeMessage = msg`Image size exceeds the maximum limit (5MB)`

export const imageMediaTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif'] as const

/** Default and maximum page size of the feed. */
export const postsPage = { default: 20, max: 100 } as const

/** Minutes in which authors may edit a post. */
export const editMinutes = 15

/** Only authors edit a post, while it is new. `now` in ms. */
export const canEditPost = (
  viewer: Viewer | null,
  post: { readonly userId: number; readonly createdAt: string },
  now: number,
) => isAuthor(viewer, post) && now < Date.parse(post.createdAt) + editMinutes * 60_000

/** Who edits and deletes a post. Staff remove posts through moderation. */
export const isAuthor = (viewer: Viewer | null, post: { readonly userId: number }) =>
  viewer !== null && viewer.id === post.userId

/** Authors cannot report their own posts. Visitors see the button, and are asked to sign in. */
export const canReportPost = (viewer: Viewer | null, post: { readonly userId: number }) =>
  viewer === null || viewer.id !== post.userId
