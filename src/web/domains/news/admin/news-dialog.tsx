import { type ReactNode, useState } from 'react'
import type { NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { NewsForm } from './news-form.tsx'

interface NewsDialogProps {
  readonly record?: NewsRecord
  readonly trigger: ReactNode
}

/** Writes a new item, or changes the given one. */
export function NewsDialog({ record, trigger }: NewsDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={record === undefined ? 'New item' : 'Edit item'}
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
    >
      <NewsForm record={record} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
