import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { seasonEndpoints } from '../../../../../contract/rankings/seasons-endpoints.ts'
import { NewSeason, type Season } from '../../../../../contract/rankings/seasons-schemas.ts'
import { api } from '../../../../platform/api.ts'
import { useRecordForm } from '../../../../platform/forms/use-record-form.ts'
import { FormActions } from '../../../../ui/dialog.tsx'
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx'
import { fromLocalInput, ownZone, toLocalInput } from '../../../../ui/form/date-input.ts'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { type Difference, StaleNote } from '../../../../ui/list/stale-note.tsx'
import { Time } from '../../../../ui/time.tsx'
import { seasonsKey } from '../season-queries.ts'

const valuesOf = (season: Season | undefined): NewSeason => ({
  name: season?.name ?? '',
  startsAt: season === undefined ? '' : toLocalInput(season.startsAt),
  endsAt: season === undefined ? '' : toLocalInput(season.endsAt),
})

const SeasonFormSchema = z.pipe(
  z.transform(({ name, startsAt, endsAt }: NewSeason) => ({
    name,
    startsAt: fromLocalInput(startsAt),
    endsAt: fromLocalInput(endsAt),
  })),
  NewSeason,
)

/** Returns what somebody else changed. */
const differencesOf = (before: Season, now: Season): Difference[] =>
  [
    before.name !== now.name && { label: msg`Name`, now: now.name },
    before.startsAt !== now.startsAt && { label: msg`Start`, now: <Time iso={now.startsAt} /> },
    before.endsAt !== now.endsAt && { label: msg`End`, now: <Time iso={now.endsAt} /> },
  ].filter((difference) => difference !== false)

interface SeasonFormProps {
  /** Omit it for a new season. */
  readonly record?: Season | undefined
  readonly onDone: () => void
}

export function SeasonForm({ record, onDone }: SeasonFormProps) {
  const { t } = useLingui()

  const client = useQueryClient()
  const form = useRecordForm({
    record,
    schema: SeasonFormSchema,
    valuesOf,
    create: (body) => api(seasonEndpoints.create, { body }),
    update: ({ id, version }, change) =>
      api(seasonEndpoints.update, { params: { id }, body: change, ifMatch: version }),
    refetch: () => client.invalidateQueries({ queryKey: seasonsKey }),
    words: {
      created: msg`Season created`,
      updated: msg`Season updated`,
      failed: msg`The season could not be saved. Please try again.`,
    },
    titleOf: ({ name }) => name,
    onDone,
  })
  const { conflict, field } = form
  const startsNow = form.watch('startsAt') === 'now'
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField label={t`Name`} required {...field('name')} />
      {(record === undefined || record.state === 'coming') && (
        <>
          {!startsNow && (
            <TextField
              label={t`Start`}
              type="datetime-local"
              required
              hint={t`In your time zone: ${{ zone: ownZone() }}`}
              {...field('startsAt')}
            />
          )}
          <CheckboxField
            label={t`It starts now`}
            checked={startsNow}
            onChange={() => form.setValue('startsAt', startsNow ? valuesOf(record).startsAt : 'now')}
          />
        </>
      )}
      {(record === undefined || record.state === 'coming' || record.state === 'running') && (
        <TextField
          label={t`End`}
          type="datetime-local"
          required
          hint={t`Matches that end before this time count. A day later the standings are final.`}
          {...field('endsAt')}
        />
      )}
      {conflict && (
        <StaleNote
          differences={differencesOf(conflict.base, conflict.theirs)}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>
        {record === undefined ? t`Create season` : t`Save changes`}
      </FormActions>
    </form>
  )
}
