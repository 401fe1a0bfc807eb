import { useLingui } from '@lingui/react/macro'
import { lazy, type RefObject, Suspense } from 'react'
import { canEditPost, editMinutes } from '../../../contract/posts/posts.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { serverNow } from '../../platform/live/server-clock.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const EditPostForm = lazy(() =>
  import('./edit-post-form.tsx').then(({ EditPostForm }) => ({ default: EditPostForm })),
)

interface EditPostDialogProps {
  readonly post: Post
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly menuButton: RefObject<HTMLButtonElement | null>
}

/** The text of an own post to change; an older post says why it cannot be changed. */
export function EditPostDialog({ post, open, onOpenChange, menuButton }: EditPostDialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const isNew = open && canEditPost(viewer, post, serverNow())
  return (
    <Dialog
      title={t`Edit Post`}
      description={
        isNew
          ? t`You can edit a post for ${editMinutes} minutes. It is then marked as edited.`
          : t`A post can be edited for ${editMinutes} minutes. This one is older.`
      }
      open={open}
      onOpenChange={onOpenChange}
      returnFocusTo={menuButton}
    >
      {isNew && (
        <Suspense fallback={<Spinner />}>
          <EditPostForm post={post} onDone={() => onOpenChange(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}
