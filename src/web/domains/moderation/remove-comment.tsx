import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../contract/posts/comments-schemas.ts'
import type { CommentSubject } from '../posts/comments/comment-subject.ts'
import { refetchComments } from '../posts/comments/comments-query.ts'
import { RemoveWritten } from './remove-written.tsx'

/** Removes a comment, reported or not; shows nothing to viewers without the right. */
export function RemoveComment({ subject, comment }: { subject: CommentSubject; comment: Comment }) {
  const client = useQueryClient()
  return (
    <RemoveWritten what="comment" written={comment} onRemoved={() => void refetchComments(client, subject)} />
  )
}
