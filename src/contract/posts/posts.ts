import type { Viewer } from '../accounts/ranks.ts'

export const imageTypeMessage = 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images'

export const imageSizeMessage = 'Image size exceeds the maximum limit (5MB)'

export const imageMediaTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif'] as const

/** Posts on one page of the feed, and the most that one call answers (docs/spec/rulings.md, Wire contract). */
export const postsPage = { usual: 20, most: 100 } as const

/** Only the author; staff remove posts through moderation (docs/spec/rulings.md, Wire contract). */
export const canDeletePost = (viewer: Viewer | null, post: { readonly userId: number }) =>
  viewer !== null && viewer.id === post.userId

/** Anybody but the author; the dialog asks a visitor to sign in. */
export const canReportPost = (viewer: Viewer | null, post: { readonly userId: number }) =>
  viewer === null || viewer.id !== post.userId
