import { type EventRecord, NewEvent } from '../../../../contract/events/events-schemas.ts'
import { useRecordForm } from '../../../platform/use-record-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { StaleNote } from '../../../ui/stale-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { eventDifferences } from './event-differences.tsx'
import { EventFields } from './event-fields.tsx'
import { bodyOf, changesOf, valuesOf } from './event-form-values.ts'
import { useSaveEvent } from './use-save-event.ts'

interface EventFormProps {
  /** Absent: a new event. */
  readonly record?: EventRecord | undefined
  readonly onDone: () => void
}

/** Everything that staff say of an event. */
export function EventForm({ record, onDone }: EventFormProps) {
  const save = useSaveEvent()
  const { form, values, problems, change, submit, conflict } = useRecordForm({
    record,
    valuesOf,
    bodyOf,
    check: (body) => NewEvent.safeParse(body),
    changesOf: (base, values) => changesOf(base, values, bodyOf(values)),
    save,
    onDone,
  })

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <EventFields values={values} problems={problems} onChange={change} />
      {conflict && (
        <StaleNote
          differences={eventDifferences(conflict.base, conflict.theirs)}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <SubmitButton busy={save.isPending}>
          {record === undefined ? 'Create event' : 'Save changes'}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
