import { type ReactNode, useState } from 'react'
import type { EventRecord } from '../../../../contract/events/events-schemas.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EventForm } from './event-form.tsx'

interface EventDialogProps {
  readonly record?: EventRecord
  readonly trigger: ReactNode
}

/** Creates an event, or changes the given one. */
export function EventDialog({ record, trigger }: EventDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={record === undefined ? 'New event' : 'Edit event'}
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
    >
      <EventForm record={record} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
