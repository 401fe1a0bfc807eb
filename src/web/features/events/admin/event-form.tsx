import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type EventRecord, NewEvent } from '../../../../contract/events.ts'
import {
  currentOf,
  type FieldProblems,
  fieldProblems,
  refusedFields,
} from '../../../platform/field-problems.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { StaleNote } from '../../../ui/stale-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { eventDifferences } from './event-differences.tsx'
import { EventFields } from './event-fields.tsx'
import { bodyOf, changesOf, type EventFormValues, valuesOf } from './event-form-values.ts'
import { useSaveEvent } from './use-save-event.ts'

interface EventFormProps {
  /** Absent: a new event. */
  readonly record?: EventRecord | undefined
  readonly onDone: () => void
}

/** Everything that staff say of an event. Wrong fields are told at the fields, the first of them gets the focus. */
export function EventForm({ record, onDone }: EventFormProps) {
  const [base, setBase] = useState(record)
  const [values, setValues] = useState(() => valuesOf(record))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [theirs, setTheirs] = useState<EventRecord>()
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveEvent()

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  function send(from: EventRecord | undefined) {
    const body = bodyOf(values)
    const wrong = fieldProblems(NewEvent.safeParse(body))
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || save.isPending) return
    const wish =
      from === undefined || base === undefined
        ? { create: body }
        : { change: changesOf(base, values, body), of: from }
    save.mutate(wish, {
      onSuccess: onDone,
      onError(error) {
        setProblems(refusedFields(error))
        setTheirs(currentOf(error) as EventRecord | undefined)
      },
    })
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    send(base)
  }

  function takeTheirs(current: EventRecord) {
    setBase(current)
    setValues(valuesOf(current))
    setTheirs(undefined)
    form.current?.querySelector('input')?.focus()
  }

  const change = (over: Partial<EventFormValues>) => setValues((now) => ({ ...now, ...over }))

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <EventFields values={values} problems={problems} onChange={change} />
      {theirs !== undefined && base !== undefined && (
        <StaleNote
          differences={eventDifferences(base, theirs)}
          onTakeTheirs={() => takeTheirs(theirs)}
          onKeepMine={() => send(theirs)}
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
