import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { eventLimits, openEndHours } from '../../../../contract/events/events.ts'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import { type EventRecord, type EventWords, NewEvent } from '../../../../contract/events/events-schemas.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { fromLocalInput, ownZone, toLocalInput } from '../../../ui/form/date-input.ts'
import { LanguageTabs, Original, useOtherLanguages } from '../../../ui/form/language-tabs.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { Time } from '../../../ui/time.tsx'
import { refetchEvents } from './event-records.ts'

interface EventFormValues {
  readonly title: string
  readonly description: string
  readonly startDate: string
  readonly endDate: string
  /** One per line. */
  readonly rewards: string
  readonly tba: boolean
  /** By language. */
  readonly words?: Readonly<Record<string, EventTexts>>
}

type EventTexts = Pick<EventFormValues, 'title' | 'description' | 'rewards'>

const textsOf = (record: EventRecord | EventWords[string] | undefined) => ({
  title: record?.title ?? '',
  description: record?.description ?? '',
  rewards: record?.rewards?.join('\n') ?? '',
})

const valuesIn =
  (languages: readonly string[]) =>
  (record: EventRecord | undefined): EventFormValues => ({
    ...textsOf(record),
    ...(languages.length > 0 && {
      words: Object.fromEntries(languages.map((tag) => [tag, textsOf(ownValue(record?.words, tag))])),
    }),
    startDate: record === undefined ? '' : toLocalInput(record.startDate),
    endDate: record?.endDate ? toLocalInput(record.endDate) : '',
    tba: record?.tba ?? false,
  })

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const bodyOf = (values: EventFormValues): z.input<typeof NewEvent> => ({
  title: values.title,
  description: values.description,
  startDate: fromLocalInput(values.startDate),
  endDate: values.endDate === '' ? null : fromLocalInput(values.endDate),
  rewards: linesOf(values.rewards),
  tba: values.tba,
  ...(values.words && {
    words: Object.fromEntries(
      Object.entries(values.words).map(([tag, { rewards, ...texts }]) => [
        tag,
        { ...texts, rewards: linesOf(rewards) },
      ]),
    ),
  }),
})

const EventFormSchema = z.pipe(z.transform(bodyOf), NewEvent)

const date = (iso: string | null) => (iso === null ? <Trans>none</Trans> : <Time iso={iso} />)

const words = (text: string) => (text === '' ? <Trans>empty</Trans> : text)

/** Returns what somebody else changed. */
function eventDifferences(before: EventRecord, now: EventRecord): Difference[] {
  return [
    before.title !== now.title && { label: msg`Title`, now: now.title },
    before.description !== now.description && { label: msg`Description`, now: words(now.description) },
    before.startDate !== now.startDate && { label: msg`Start`, now: date(now.startDate) },
    before.endDate !== now.endDate && { label: msg`End`, now: date(now.endDate) },
    before.rewards.join('\n') !== now.rewards.join('\n') && {
      label: msg`Rewards`,
      now: words(now.rewards.join(', ')),
    },
    JSON.stringify(before.words) !== JSON.stringify(now.words) && {
      label: msg`In other languages`,
      now: words(
        Object.entries(now.words)
          .map(([tag, { title }]) => (title === undefined ? tag : `${tag}: ${title}`))
          .join(', '),
      ),
    },
    before.tba !== now.tba && {
      label: msg`To be announced`,
      now: now.tba ? <Trans>yes</Trans> : <Trans>no</Trans>,
    },
  ].filter((difference) => difference !== false)
}

interface EventFormProps {
  /** Omit it for a new event. */
  readonly record?: EventRecord | undefined
  readonly onDone: () => void
}

export function EventForm({ record, onDone }: EventFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const valuesOf = valuesIn(useOtherLanguages())
  const form = useRecordForm({
    record,
    schema: EventFormSchema,
    valuesOf,
    create: (body) => api(eventEndpoints.create, { body }),
    update: ({ id, version }, change) =>
      api(eventEndpoints.update, { params: { id }, body: change, ifMatch: version }),
    refetch: () => refetchEvents(client),
    words: {
      created: msg`Event created`,
      updated: msg`Event updated`,
      failed: msg`The event could not be saved. Please try again.`,
    },
    titleOf: ({ title }) => title,
    onDone,
  })
  const { conflict, field } = form

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <LanguageTabs
        refused={Object.keys(form.formState.errors.words ?? {})}
        inLanguage={(tag) => (
          <>
            <TextField
              label={t`Title`}
              lang={tag}
              hint={<Original text={form.watch('title')} />}
              {...field(`words.${tag}.title`)}
            />
            <Textarea
              label={t`Description`}
              lang={tag}
              hint={<Original text={form.watch('description')} />}
              {...field(`words.${tag}.description`)}
            />
            <Textarea
              label={t`Rewards`}
              lang={tag}
              rows={3}
              hint={<Original text={form.watch('rewards')} />}
              {...field(`words.${tag}.rewards`)}
            />
          </>
        )}
      >
        <TextField label={t`Title`} required {...field('title')} />
        <Textarea
          label={t`Description`}
          hint={`${codePoints(form.watch('description'))}/${eventLimits.description}`}
          {...field('description')}
        />
        <TextField
          label={t`Start`}
          type="datetime-local"
          required
          hint={t`In your time zone: ${{ zone: ownZone() }}`}
          {...field('startDate')}
        />
        <TextField
          label={t`End`}
          type="datetime-local"
          hint={t`Empty: ${openEndHours} hours after the start`}
          {...field('endDate')}
        />
        <Textarea
          label={t`Rewards`}
          rows={3}
          hint={t`One a line, ${{ rewards: eventLimits.rewards }} at most`}
          {...field('rewards')}
        />
        <CheckboxField
          label={t`To be announced`}
          hint={t`Shown as TBA, whatever the dates say.`}
          {...field('tba')}
        />
      </LanguageTabs>
      {conflict && (
        <StaleNote
          differences={eventDifferences(conflict.base, conflict.theirs)}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>
        {record === undefined ? t`Create event` : t`Save changes`}
      </FormActions>
    </form>
  )
}
