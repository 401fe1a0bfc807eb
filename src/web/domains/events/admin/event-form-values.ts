import type { EventChange, EventRecord, NewEvent } from '../../../../contract/events/events-schemas.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** A moment as `<input type="datetime-local">` holds it: in this machine's zone, to the minute. */
function toLocalInput(iso: string): string {
  const date = new Date(iso)
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The moment in UTC; text that is no date stays what it is, for the schema to complain of. */
function fromLocalInput(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** The form as it is typed. */
export interface EventFormValues {
  readonly title: string
  readonly description: string
  readonly startDate: string
  readonly endDate: string
  /** One a line. */
  readonly rewards: string
  readonly tba: boolean
}

export const valuesOf = (record: EventRecord | undefined): EventFormValues => ({
  title: record?.title ?? '',
  description: record?.description ?? '',
  startDate: record === undefined ? '' : toLocalInput(record.startDate),
  endDate: record?.endDate ? toLocalInput(record.endDate) : '',
  rewards: record?.rewards.join('\n') ?? '',
  tba: record?.tba ?? false,
})

/** What the form says, not yet checked. */
export const bodyOf = (values: EventFormValues): NewEvent => ({
  title: values.title,
  description: values.description,
  startDate: fromLocalInput(values.startDate),
  endDate: values.endDate === '' ? null : fromLocalInput(values.endDate),
  rewards: values.rewards
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  tba: values.tba,
})

/** The fields that were typed over; others keep what is stored, seconds of a date included. */
export function changesOf(record: EventRecord, values: EventFormValues, body: NewEvent): EventChange {
  const before = valuesOf(record)
  const names = (Object.keys(before) as (keyof EventFormValues)[]).filter(
    (name) => before[name] !== values[name],
  )
  return Object.fromEntries(names.map((name) => [name, body[name]]))
}
