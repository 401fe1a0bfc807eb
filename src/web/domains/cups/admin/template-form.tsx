import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Weekday, weekdays } from '../../../../contract/cups/cup-templates.ts'
import { cupTemplateEndpoints } from '../../../../contract/cups/cup-templates-endpoints.ts'
import { type CupTemplate, NewCupTemplate } from '../../../../contract/cups/cup-templates-schemas.ts'
import { formatOf } from '../../../../contract/cups/formats.ts'
import { eventLimits } from '../../../../contract/events/events.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLocale, useSay } from '../../../platform/translation.tsx'
import { FormActions } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { browserZone, TimeZoneField } from '../../notifications/time-zone-field.tsx'
import type { Say } from '../cup-words.ts'
import { CupFieldset, type CupFormValues, cupBodyOf, cupRulesOf, cupValuesOf } from './cup-form.tsx'
import { refetchTemplates } from './cup-templates-query.ts'
import { everyWeek, nextDays, weekdayName } from './template-words.ts'

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

/** Returns what somebody else changed. */
function templateDifferences(before: CupTemplate, now: CupTemplate, say: Say, locale: string): Difference[] {
  const when = everyWeek(now, say, locale)
  const rules = cupRulesOf(now, say)
  return [
    before.title !== now.title && { label: say(msg`Title`), now: now.title },
    everyWeek(before, say, locale) !== when && { label: say(msg`When`), now: when },
    before.minutes !== now.minutes && {
      label: say(msg`Minutes`),
      now: now.minutes ?? say(msg({ message: 'none', context: 'minutes' })),
    },
    before.description !== now.description && {
      label: say(msg`Description`),
      now: now.description || say(msg({ message: 'empty', context: 'description' })),
    },
    before.rewards.join('\n') !== now.rewards.join('\n') && {
      label: say(msg`Rewards`),
      now: now.rewards.join(', ') || say(msg({ message: 'none', context: 'rewards' })),
    },
    cupRulesOf(before, say) !== rules && { label: say(msg`Rules of the cup`), now: rules },
    before.skippedDates.join() !== now.skippedDates.join() && {
      label: say(msg`Skipped dates`),
      now: now.skippedDates.join(', ') || say(msg({ message: 'none', context: 'skipped dates' })),
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
  const say = useSay()
  const locale = useLocale()
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
    words: {
      created: msg`Template created`,
      updated: msg`Template updated`,
      failed: msg`The template could not be saved. Please try again.`,
    },
    titleOf: ({ title }) => title,
    onDone,
  })
  const { conflict, field } = form
  const values = form.watch()
  const days = nextDays(values, serverNow(), locale)?.join(', ')
  const when = everyWeek({ ...values, weekday: values.weekday as Weekday }, say, locale)

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
          options={weekdays.map((value) => ({ value: value as string, label: weekdayName(value, locale) }))}
          {...form.choice('weekday')}
        />
        <TextField label={t`Start`} type="time" required {...field('time')} />
      </div>
      <TimeZoneField {...field('timeZone')} />
      {days !== undefined && (
        <p aria-live="polite" className="rounded-md border border-line bg-ground-deep px-4 py-3 text-sm">
          <Trans>
            {when}. Next: {days}, …
          </Trans>
        </p>
      )}
      <TextField
        label={t`Minutes from start to end`}
        inputMode="numeric"
        hint={
          formatOf(values).hasTable
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
          differences={templateDifferences(conflict.base, conflict.theirs, say, locale)}
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
