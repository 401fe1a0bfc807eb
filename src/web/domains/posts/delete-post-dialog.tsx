import type { ReactNode } from 'react'
import { Confirm } from '../../ui/confirm.tsx'

export interface DeletePostDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onConfirm: () => void
  /** Opens it too, and has the focus when it closes. */
  readonly trigger: ReactNode
}

export function DeletePostDialog(props: DeletePostDialogProps) {
  return (
    <Confirm
      title="Delete Post"
      description="Are you sure you want to delete this post? This action cannot be undone."
      confirmLabel="Delete"
      {...props}
    />
  )
}
