import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { MenuItem, MenuSeparator } from '../../ui/dropdown-menu.tsx'
import { postActionClass } from './post-action-class.ts'
import { PostMenu } from './post-menu.tsx'

/** What the author may do: two ways to the same question. Edit is shown and does nothing yet. */
export function OwnPostActions({ post, onDelete }: { post: Post; onDelete: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <DeletePostDialog
        open={asking}
        onOpenChange={setAsking}
        onConfirm={onDelete}
        trigger={
          <button type="button" aria-label="Delete post" className={postActionClass}>
            <Trash2 aria-hidden className="size-4" />
          </button>
        }
      />
      <PostMenu post={post}>
        <MenuItem>
          <Pencil aria-hidden className="size-4" />
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" onSelect={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </MenuItem>
      </PostMenu>
    </>
  )
}

interface DeletePostDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onConfirm: () => void
  /** Opens it too, and has the focus when it closes. */
  readonly trigger: ReactNode
}

function DeletePostDialog(props: DeletePostDialogProps) {
  return (
    <Confirm
      title="Delete Post"
      description="Are you sure you want to delete this post? This action cannot be undone."
      confirmLabel="Delete"
      {...props}
    />
  )
}
