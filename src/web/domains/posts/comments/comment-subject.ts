import { newsPath } from '../../../../contract/news/news.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { postPath } from '../post-path.ts'

/** What comments are on. */
export type CommentSubject =
  | { readonly type: 'post'; readonly id: number }
  | { readonly type: 'news'; readonly slug: string }

/** Whether a comment or a live message is about the subject. */
export const isOn = (subject: CommentSubject, { postId, newsSlug }: Pick<Comment, 'postId' | 'newsSlug'>) =>
  subject.type === 'post' ? postId === subject.id : newsSlug === subject.slug

/** The page that shows the comments. */
export const subjectPath = (subject: CommentSubject) =>
  subject.type === 'post' ? postPath(subject.id) : newsPath(subject.slug)
