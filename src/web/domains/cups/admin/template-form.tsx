import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Weekday, weekdays } from '../../../../contract/cups/cup-templates.ts'
import { cupTemplateEndpoints } from '../../../../contract/cups/cup-templates-endpoints.ts'
import { type CupTemplate, NewCupTemplate } from '../../../../contract/cups/cup-templates-schemas.ts'
import { eventLimits } from '../../../../contract/events/events.ts'
import { weekdayLabels } from '../../../../contract/labels.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { useRecordForm } from '../../../platform/use-record-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { type Difference, StaleNote } from '../../../ui/stale-note.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { browserZone, TimeZoneField } from '../../notifications/time-zone-field.tsx'
import { formatLabels, sizeLabel } from '../cup-words.ts'
import { CupFieldset, type CupFormValues, cupBodyOf, cupValuesOf } from './cup-form.tsx'
import { refetchTemplates } from './cup-templates-query.ts'
import { everyWeek, nextDays } from './template-words.ts'

interface TemplateFormValues extends CupFormValues {
  readonly title: string
  readonly description: string
  /** One per line. */
  readonly rewards: string
  readonly weekday: string
  readonly time: string
  readonly timeZone: string
  readonly minutes: string
}

const valuesOf = (template: CupTemplate | undefined, mode: string): TemplateFormValues => ({
  title: template?.title ?? '',
  weekday: template?.weekday ?? 'friday',
  time: template?.time ?? '20:00',
  timeZone: template?.timeZone ?? browserZone(),
  minutes: template?.minutes == null ? '' : String(template.minutes),
  description: template?.description ?? '',
  rewards: template?.rewards.join('\n') ?? '',
  ...cupValuesOf(template, mode),
})

const TemplateFormSchema = z.pipe(
  z.transform(
    (values: TemplateFormValues): z.input<typeof NewCupTemplate> => ({
      ...cupBodyOf(values),
      title: values.title,
      description: values.description,
      rewards: values.rewards
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      weekday: values.weekday as Weekday,
      time: values.time,
      timeZone: values.timeZone,
      minutes: values.minutes === '' ? null : Number(values.minutes),
    }),
  ),
  NewCupTemplate,
)

const rulesOf = (cup: CupTemplate) =>
  [
    cup.mode,
    formatLabels[cup.format],
    sizeLabel(cup.size),
    `${cup.minimum} to ${cup.seats} seats`,
    `best of ${cup.bestOf}, in the final ${cup.finalBestOf}`,
    `${cup.gameMinutes} minutes a game`,
    cup.thirdPlace && 'a match for third place',
    cup.cut !== null && `a final bracket of ${cup.cut}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Returns what somebody else changed. */
function templateDifferences(before: CupTemplate, now: CupTemplate): Difference[] {
  const when = everyWeek(now)
  return [
    before.title !== now.title && { label: 'Title', now: now.title },
    everyWeek(before) !== when && { label: 'When', now: when },
    before.minutes !== now.minutes && { label: 'Minutes', now: now.minutes ?? 'none' },
    before.description !== now.description && { label: 'Description', now: now.description || 'empty' },
    before.rewards.join('\n') !== now.rewards.join('\n') && {
      label: 'Rewards',
      now: now.rewards.join(', ') || 'none',
    },
    rulesOf(before) !== rulesOf(now) && { label: 'Rules of the cup', now: rulesOf(now) },
    before.skippedDates.join() !== now.skippedDates.join() && {
      label: 'Skipped dates',
      now: now.skippedDates.join(', ') || 'none',
    },
  ].filter((difference) => difference !== false)
}

interface TemplateFormProps {
  /** Omit it for a new template. */
  readonly template?: CupTemplate | undefined
  readonly onDone: () => void
}

export function TemplateForm({ template, onDone }: TemplateFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { modes } = useSite()
  const form = useRecordForm({
    record: template,
    schema: TemplateFormSchema,
    valuesOf: (record) => valuesOf(record, modes[0] ?? ''),
    create: (body) => api(cupTemplateEndpoints.create, { body }),
    update: ({ id, version }, change, { skippedDates: _, ...all }) =>
      api(cupTemplateEndpoints.update, {
        params: { id },
        // The format decides what other fields are, also those that nobody typed over.
        body: 'format' in change ? all : change,
        ifMatch: version,
      }),
    refetch: () => refetchTemplates(client),
    noun: 'Template',
    titleOf: ({ title }) => title,
    onDone,
  })
  const { conflict, field } = form
  const values = form.watch()
  const next = nextDays(values, Date.now())

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField
        label={t`Title`}
        required
        hint={t`'{n}' becomes the number of the cup, as in “Weekly Cup '{n}'”.`}
        {...field('title')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label={t`Weekday`}
          options={weekdays.map((value) => ({ value: value as string, label: weekdayLabels[value] }))}
          {...form.choice('weekday')}
        />
        <TextField label={t`Start`} type="time" required {...field('time')} />
      </div>
      <TimeZoneField {...field('timeZone')} />
      {next !== undefined && (
        <p aria-live="polite" className="rounded-md border border-line bg-ground-deep px-4 py-3 text-sm">
          {everyWeek({ ...values, weekday: values.weekday as Weekday })}. Next: {next.join(', ')}, …
        </p>
      )}
      <TextField
        label={t`Minutes from start to end`}
        inputMode="numeric"
        hint={
          values.format === 'arena'
            ? t`An arena ends then.`
            : t`Only shown: a bracket ends when its final is played. May be empty.`
        }
        {...field('minutes')}
      />
      <Textarea
        label={t`Description`}
        hint={`${codePoints(values.description)}/${eventLimits.description}`}
        {...field('description')}
      />
      <Textarea
        label={t`Rewards`}
        rows={3}
        hint={t`One a line, ${{ rewards: eventLimits.rewards }} at most`}
        {...field('rewards')}
      />
      <CupFieldset form={form} values={values} />
      {conflict && (
        <StaleNote
          differences={templateDifferences(conflict.base, conflict.theirs)}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      {template !== undefined && (
        <p className="text-ink-soft text-sm">
          <Trans>
            Its cups change too, until their check-in. Those that somebody changed by hand stay as they are.
          </Trans>
        </p>
      )}
      <FormActions busy={form.isSaving}>
        {template === undefined ? t`Make template` : t`Save changes`}
      </FormActions>
    </form>
  )
}
