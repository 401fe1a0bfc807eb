import { type ReactNode, useState } from 'react'
import type { PracticeCategory, PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ModeForm } from './mode-form.tsx'

interface ModeDialogProps {
  readonly record?: PracticeRecord
  readonly category: PracticeCategory
  readonly trigger: ReactNode
}

/** Creates a practice mode, or changes the given one. */
export function ModeDialog({ record, category, trigger }: ModeDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={record === undefined ? 'New practice mode' : 'Edit practice mode'}
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
    >
      <ModeForm record={record} category={category} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
