import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { levelsOf, rankLimits } from '../../../../contract/accounts/rank-admin.ts'
import { rankEndpoints } from '../../../../contract/accounts/rank-admin-endpoints.ts'
import { NewRank, RankChange, type RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import { powers } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/use-record-form.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { ColourField } from '../../../ui/colour-field.tsx'
import { FormActions } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { powerLabels, refetchRanks } from './ranks-query.ts'

const newPowers = powers
  .filter((power) => power !== 'owner')
  .map((value) => ({ value, label: powerLabels[value] }))

interface NewRankFormProps {
  readonly name?: string
  readonly onDone: () => void
}

export function NewRankForm({ name = '', onDone }: NewRankFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useRecordForm<RankRecord, z.input<typeof NewRank>, NewRank>({
    record: undefined,
    schema: NewRank,
    valuesOf: () => ({ name, colour: '#8fd3ff', power: 'member' }),
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
}

const valuesOf = (record: RankRecord | undefined): RankValues => ({
  name: record?.name ?? '',
  colour: record?.colour ?? '',
  level: String(record?.level ?? 0),
  shown: record?.shown ?? true,
  aliases: record?.aliases.join(', ') ?? '',
})

const RankFormSchema = z.pipe(
  z.transform(
    ({ colour, level, aliases, ...values }: RankValues): z.input<typeof RankEdit> => ({
      ...values,
      colour: colour.trim() === '' ? null : colour.trim(),
      level: Number(level),
      aliases: aliases
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    }),
  ),
  RankEdit,
)

const levels = Array.from({ length: levelsOf.member[1] + 1 }, (_, at) => ({ value: `${at}`, label: `${at}` }))

export function RankForm({ record, onDone }: { record: RankRecord; onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useRecordForm<RankRecord, RankValues, z.infer<typeof RankEdit>>({
    record,
    schema: RankFormSchema,
    valuesOf,
    create: () => Promise.resolve(record),
    update: ({ key }, body) => api(rankEndpoints.update, { params: { key }, body }),
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
      <CheckboxField
        label={t`Show the rank`}
        hint={t`Members with a hidden rank look like members without one.`}
        {...form.field('shown')}
      />
      <FormActions busy={form.isSaving}>
        <Trans>Save changes</Trans>
      </FormActions>
    </form>
  )
}
