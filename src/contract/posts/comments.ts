import type { Viewer } from '../accounts/ranks.ts'

/** Default and maximum page size of comments. */
export const commentsPage = { max: 100 } as const

interface Written {
  readonly userId: number
}

/** Only authors delete comments; staff remove them through moderation. */
export const canDeleteComment = (viewer: Viewer | null, comment: Written) => viewer?.id === comment.userId

/** Authors cannot report their own comments. Visitors see the button, and are asked to sign in. */
export const canReportComment = (viewer: Viewer | null, comment: Written) => viewer?.id !== comment.userId
