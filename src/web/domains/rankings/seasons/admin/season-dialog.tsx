import { type ReactNode, useState } from 'react'
import type { Season } from '../../../../../contract/rankings/seasons-schemas.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SeasonForm } from './season-form.tsx'

/** Creates a season, or changes the given one. */
export function SeasonDialog({ record, trigger }: { readonly record?: Season; readonly trigger: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={record === undefined ? 'New season' : 'Edit season'}
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
    >
      <SeasonForm record={record} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
