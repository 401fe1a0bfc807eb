import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ReasonForm } from './reason-form.tsx'

interface RemovePostDialogProps {
  readonly trigger: ReactNode
  readonly busy: boolean
  /** Closes the dialog by calling `close`, or leaves it open with what was written. */
  readonly onRemove: (reason: string, close: () => void) => void
}

/** Asks why, since nothing brings a post back and its author is told. */
export function RemovePostDialog({ trigger, busy, onRemove }: RemovePostDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Remove this post?"
      description="It disappears for everybody, and its author is told why. This action cannot be undone."
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      <ReasonForm
        submitLabel="Remove Post"
        busy={busy}
        onSubmit={(reason) => onRemove(reason, () => setOpen(false))}
      />
    </Dialog>
  )
}
