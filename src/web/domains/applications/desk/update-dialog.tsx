import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { positionWords } from '../words.ts'
import { UpdateForm } from './update-form.tsx'

interface UpdateDialogProps {
  /** As it was when the dialog was opened: what the form begins with. */
  readonly application: StaffApplication
  /** As the list has it now. */
  readonly current: StaffApplication
  readonly onClose: () => void
}

export function UpdateDialog({ application, current, onClose }: UpdateDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Update Application"
      description={
        <>
          <bdi>{application.minecraft_username}</bdi>, {positionWords[application.position]}
        </>
      }
    >
      <UpdateForm application={application} current={current} onDone={onClose} />
    </Dialog>
  )
}
