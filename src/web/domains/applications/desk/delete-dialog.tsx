import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { positionWords } from '../words.ts'

interface DeleteDialogProps {
  readonly application: StaffApplication
  readonly onClose: () => void
  readonly onConfirm: () => void
}

export function DeleteDialog({ application, onClose, onConfirm }: DeleteDialogProps) {
  const { minecraft_username: name, position } = application
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Delete Application"
      description={
        <>
          The application of <bdi>{name}</bdi> as {positionWords[position]} is deleted for good, with its
          notes. This action cannot be undone.
        </>
      }
      confirmLabel="Delete"
      onConfirm={onConfirm}
    />
  )
}
