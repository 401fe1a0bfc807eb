import { type ReactNode, useState } from 'react'
import { PostRemoval } from '../../../contract/moderation/moderation-schemas.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ReasonForm } from '../../ui/reason-form.tsx'

interface RemovePostDialogProps {
  readonly trigger: ReactNode
  readonly busy: boolean
  /** Call `close` on success. Otherwise the dialog stays open with its text. */
  readonly onRemove: (reason: string, close: () => void) => void
}

/** Asks for a reason, because a removed post cannot be restored and its author is notified. */
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
        schema={PostRemoval}
        hint="The member reads it"
        submitLabel="Remove Post"
        busy={busy}
        onSubmit={(reason) => onRemove(reason, () => setOpen(false))}
      />
    </Dialog>
  )
}
