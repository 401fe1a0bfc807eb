import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { NewsRecord } from '../../../../../contract/content/news-schemas.ts'
import { useSchemaForm } from '../../../../platform/use-schema-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { fromLocalInput, ownZone, toLocalInput } from '../../../../ui/date-input.ts'
import { Dialog, FormActions } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'

const isAhead = (text: string) => Date.parse(fromLocalInput(text)) > Date.now()

const ScheduleSchema = z.object({
  at: z.string().check(z.refine(isAhead, { error: 'Choose a time that is still ahead' })),
})

interface ScheduleNewsProps {
  readonly record: NewsRecord
  readonly describedBy: string
  readonly disabled: boolean
  readonly onSchedule: (at: string) => void
}

/** Chooses the time at which an item appears. */
export function ScheduleNews({ record, describedBy, disabled, onSchedule }: ScheduleNewsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Schedule item"
      description={
        <>
          “<bdi>{record.title}</bdi>” appears at this time.
        </>
      }
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm" aria-describedby={describedBy} disabled={disabled}>
          <CalendarClock aria-hidden className="size-4" />
          Schedule
        </Button>
      }
    >
      <ScheduleForm
        at={record.publishAt}
        onSubmit={(at) => {
          setOpen(false)
          onSchedule(at)
        }}
      />
    </Dialog>
  )
}

function ScheduleForm({ at, onSubmit }: { at: string | null; onSubmit: (at: string) => void }) {
  const form = useSchemaForm(ScheduleSchema, { at: at === null ? '' : toLocalInput(at) })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submit({ isPending: false }, (values) => onSubmit(fromLocalInput(values.at)))}
    >
      <TextField
        label="Time"
        type="datetime-local"
        required
        hint={`In your time zone: ${ownZone()}`}
        {...form.field('at')}
      />
      <FormActions busy={false}>Schedule</FormActions>
    </form>
  )
}
