import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Area, areaLabels, areas } from '../../../../contract/accounts/areas.ts'
import { levelsOf, rankLimits } from '../../../../contract/accounts/rank-admin.ts'
import { rankEndpoints } from '../../../../contract/accounts/rank-admin-endpoints.ts'
import { NewRank, RankChange, type RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import { type Power, powers } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { ColourField } from '../../../ui/form/colour-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { powerLabels, refetchRanks } from './ranks-query.ts'

const newPowers = powers
  .filter((power) => power !== 'owner')
  .map((value) => ({ value, label: powerLabels[value] }))

const areaOptions = areas.map((value) => ({ value, label: areaLabels[value] }))

const everyArea = areas.join()

/** Areas as a form holds them: with commas between them, so that an unchanged value is the same value. */
const writtenAreas = (chosen: readonly Area[] | null) => chosen?.join() ?? everyArea

const readAreas = (written: string) => areas.filter((area) => written.split(',').includes(area))

interface AreasFieldProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly error: string | undefined
}

function AreasField({ value, onValueChange, error }: AreasFieldProps) {
  return (
    <CheckboxGroup
      label={<Trans>Areas where the power holds</Trans>}
      name="areas"
      options={areaOptions}
      values={readAreas(value)}
      onValuesChange={(chosen) => onValueChange(writtenAreas(chosen))}
      error={error}
    />
  )
}

interface NewRankValues {
  readonly name: string
  readonly colour: string
  readonly power: Power
  /** Of a staff rank. */
  readonly areas: string
}

const NewRankFormSchema = z.pipe(
  z.transform(
    ({ areas, ...values }: NewRankValues): z.input<typeof NewRank> => ({
      ...values,
      ...(values.power !== 'member' && { areas: readAreas(areas) }),
    }),
  ),
  NewRank,
)

interface NewRankFormProps {
  readonly name?: string
  readonly onDone: () => void
}

export function NewRankForm({ name = '', onDone }: NewRankFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useRecordForm<RankRecord, NewRankValues, NewRank>({
    record: undefined,
    schema: NewRankFormSchema,
    valuesOf: () => ({ name, colour: '#8fd3ff', power: 'member', areas: everyArea }),
    create: (body) => api(rankEndpoints.create, { body }),
    update: (record) => Promise.resolve(record),
    refetch: () => refetchRanks(client),
    words: {
      created: msg`Rank created`,
      updated: msg`Rank updated`,
      failed: msg`The rank could not be saved. Please try again.`,
    },
    titleOf: ({ name }) => name,
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField
        label={t`Name`}
        required
        maxLength={rankLimits.name}
        hint={t`Game servers know the rank by this name for ever. It can be shown under another one later.`}
        {...form.field('name')}
      />
      <ColourField
        label={t`Colour`}
        required
        hint={t`Like #ff66aa, and light enough to read`}
        {...form.choice('colour')}
      />
      <Select
        label={t`Power`}
        hint={t`What members of the rank may do. It never changes.`}
        options={newPowers}
        {...form.choice('power')}
      />
      {form.watch('power') !== 'member' && <AreasField {...form.choice('areas')} />}
      <FormActions busy={form.isSaving}>
        <Trans>Create rank</Trans>
      </FormActions>
    </form>
  )
}

/** Every field of a change. */
const RankEdit = z.required(RankChange)

interface RankValues {
  readonly name: string
  /** Empty: as shipped. */
  readonly colour: string
  readonly level: string
  readonly shown: boolean
  /** Separated by commas. */
  readonly aliases: string
  readonly areas: string
}

const valuesOf = (record: RankRecord | undefined): RankValues => ({
  name: record?.name ?? '',
  colour: record?.colour ?? '',
  level: String(record?.level ?? 0),
  shown: record?.shown ?? true,
  aliases: record?.aliases.join(', ') ?? '',
  areas: writtenAreas(record?.areas ?? null),
})

const RankFormSchema = z.pipe(
  z.transform(
    ({ colour, level, aliases, areas, ...values }: RankValues): z.input<typeof RankEdit> => ({
      ...values,
      colour: colour.trim() === '' ? null : colour.trim(),
      level: Number(level),
      areas: readAreas(areas),
      aliases: aliases
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    }),
  ),
  RankEdit,
)

const levels = Array.from({ length: levelsOf.member[1] + 1 }, (_, at) => ({ value: `${at}`, label: `${at}` }))

/** Names of areas, with commas between them. */
export function AreaNames({ areas }: { areas: readonly Area[] }) {
  const { t } = useLingui()
  return areas.map((area) => t(areaLabels[area])).join(', ')
}

/** Returns what somebody else changed. */
const differencesOf = (before: RankRecord, now: RankRecord): Difference[] =>
  [
    before.name !== now.name && { label: msg`Name`, now: now.name },
    before.colour !== now.colour && { label: msg`Colour`, now: now.colour ?? <Trans>as shipped</Trans> },
    before.level !== now.level && { label: msg`Level`, now: now.level },
    before.aliases.join() !== now.aliases.join() && {
      label: msg`Other names in game`,
      now: now.aliases.join(', ') || <Trans>none</Trans>,
    },
    before.areas?.join() !== now.areas?.join() && {
      label: msg`Areas`,
      now: now.areas === null ? <Trans>All areas</Trans> : <AreaNames areas={now.areas} />,
    },
    before.shown !== now.shown && {
      label: msg`Show the rank`,
      now: now.shown ? <Trans>yes</Trans> : <Trans>no</Trans>,
    },
  ].filter((difference) => difference !== false)

export function RankForm({ record, onDone }: { record: RankRecord; onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useRecordForm<RankRecord, RankValues, z.infer<typeof RankEdit>>({
    record,
    schema: RankFormSchema,
    valuesOf,
    create: () => Promise.resolve(record),
    update: ({ key, version }, body) =>
      api(rankEndpoints.update, { params: { key }, body, ifMatch: version }),
    refetch: () => refetchRanks(client),
    words: {
      created: msg`Rank created`,
      updated: msg`Rank updated`,
      failed: msg`The rank could not be saved. Please try again.`,
    },
    titleOf: ({ name }) => name,
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField label={t`Name`} required maxLength={rankLimits.name} {...form.field('name')} />
      <ColourField
        label={t`Colour`}
        required={!record.shipped}
        hint={
          record.shipped
            ? t`Like #ff66aa, and light enough to read. Leave it empty for the shipped colour`
            : t`Like #ff66aa, and light enough to read`
        }
        {...form.choice('colour')}
      />
      {!record.shipped && record.power === 'member' && (
        <Select
          label={t`Level`}
          hint={t`Used for roles on Discord`}
          options={levels}
          {...form.choice('level')}
        />
      )}
      {record.power === 'member' && (
        <TextField
          label={t`Other names in game`}
          hint={t`Separated by commas. Game servers may call the rank by any of them.`}
          {...form.field('aliases')}
        />
      )}
      {!record.shipped && record.power !== 'member' && <AreasField {...form.choice('areas')} />}
      <CheckboxField
        label={t`Show the rank`}
        hint={t`Members with a hidden rank look like members without one.`}
        {...form.field('shown')}
      />
      {form.conflict && (
        <StaleNote
          differences={differencesOf(form.conflict.base, form.conflict.theirs)}
          onTakeTheirs={form.conflict.takeTheirs}
          onKeepMine={form.conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>
        <Trans>Save changes</Trans>
      </FormActions>
    </form>
  )
}
