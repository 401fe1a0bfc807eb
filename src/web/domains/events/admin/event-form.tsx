import { useMutation, useQueryClient } from '@tanstack/react-query'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import { type EventChange, type EventRecord, NewEvent } from '../../../../contract/events/events-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { currentOf, refusedFields } from '../../../platform/field-problems.ts'
import { toast } from '../../../platform/toasts.ts'
import { useRecordForm } from '../../../platform/use-record-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { type Difference, StaleNote } from '../../../ui/stale-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Time } from '../../../ui/time.tsx'
import { EventFields } from './event-fields.tsx'
import { bodyOf, changesOf, valuesOf } from './event-form-values.ts'
import { refetchEvents } from './event-records.ts'

const date = (iso: string | null) => (iso === null ? 'none' : <Time iso={iso} />)

const words = (text: string) => (text === '' ? 'empty' : text)

/** What somebody else made of an event. */
function eventDifferences(before: EventRecord, now: EventRecord): Difference[] {
  return [
    before.title !== now.title && { label: 'Title', now: now.title },
    before.description !== now.description && { label: 'Description', now: words(now.description) },
    before.startDate !== now.startDate && { label: 'Start', now: date(now.startDate) },
    before.endDate !== now.endDate && { label: 'End', now: date(now.endDate) },
    before.rewards.join('\n') !== now.rewards.join('\n') && {
      label: 'Rewards',
      now: words(now.rewards.join(', ')),
    },
    before.tba !== now.tba && { label: 'To be announced', now: now.tba ? 'yes' : 'no' },
  ].filter((difference) => difference !== false)
}

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

type Wish =
  | { readonly create: NewEvent }
  | { readonly change: EventChange; readonly of: Pick<EventRecord, 'id' | 'version'> }

/** Creates an event, or changes the version of it that the form was opened with. */
function useSaveEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: Wish) =>
      'create' in wish
        ? api(eventEndpoints.create, { body: wish.create })
        : api(eventEndpoints.update, {
            params: { id: wish.of.id },
            body: wish.change,
            ifMatch: wish.of.version,
          }),
    onSuccess(record, wish) {
      toast({ title: 'create' in wish ? 'Event created' : 'Event updated', description: record.title })
      return refetchEvents(client)
    },
    onError(error) {
      // The form shows these two itself.
      if (currentOf(error) !== undefined || Object.keys(refusedFields(error)).length > 0) return
      toast({
        title: 'Saving failed',
        description: errorMessage(error, 'The event could not be saved. Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
