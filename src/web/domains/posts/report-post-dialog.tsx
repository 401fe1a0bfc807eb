import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ReportPostForm } from './report-post-form.tsx'

export interface ReportPostDialogProps {
  readonly post: Post
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ReportPostDialog({ post, open, onOpenChange }: ReportPostDialogProps) {
  return (
    <Dialog
      title="Report Post"
      description={
        <>
          The moderators will see the post by <bdi>{post.user.username}</bdi> together with your reason.
        </>
      }
      open={open}
      onOpenChange={onOpenChange}
    >
      <ReportPostForm postId={post.id} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
