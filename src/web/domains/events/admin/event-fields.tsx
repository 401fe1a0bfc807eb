import { eventLimits, openEndHours } from '../../../../contract/events/events.ts'
import { codePoints } from '../../../../contract/text.ts'
import type { FieldProblems } from '../../../platform/field-problems.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { EventFormValues } from './event-form-values.ts'

interface EventFieldsProps {
  readonly values: EventFormValues
  readonly problems: FieldProblems
  readonly onChange: (over: Partial<EventFormValues>) => void
}

/** The dialog opens in a page that is alive: the zone is the visitor's. */
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')

export function EventFields({ values, problems, onChange }: EventFieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        required
        value={values.title}
        onChange={({ target }) => onChange({ title: target.value })}
        error={problems.title}
      />
      <Textarea
        label="Description"
        value={values.description}
        onChange={({ target }) => onChange({ description: target.value })}
        hint={`${codePoints(values.description)}/${eventLimits.description}`}
        error={problems.description}
      />
      <TextField
        label="Start"
        type="datetime-local"
        required
        value={values.startDate}
        onChange={({ target }) => onChange({ startDate: target.value })}
        hint={`In your time zone: ${ownZone()}`}
        error={problems.startDate}
      />
      <TextField
        label="End"
        type="datetime-local"
        value={values.endDate}
        onChange={({ target }) => onChange({ endDate: target.value })}
        hint={`Empty: ${openEndHours} hours after the start`}
        error={problems.endDate}
      />
      <Textarea
        label="Rewards"
        rows={3}
        value={values.rewards}
        onChange={({ target }) => onChange({ rewards: target.value })}
        hint={`One a line, ${eventLimits.rewards} at most`}
        error={problems.rewards}
      />
      <CheckboxField
        label="To be announced"
        checked={values.tba}
        onChange={({ target }) => onChange({ tba: target.checked })}
        hint="Shown as TBA, whatever the dates say."
        error={problems.tba}
      />
    </>
  )
}
