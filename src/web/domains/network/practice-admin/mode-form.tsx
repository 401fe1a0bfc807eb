import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { modeCategoryLabels } from '../../../../contract/labels.ts'
import type { Text } from '../../../../contract/languages.ts'
import { practiceCategories, practiceLimits } from '../../../../contract/network/practice.ts'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import {
  NewPracticeMode,
  type PracticeCategory,
  type PracticeRecord,
} from '../../../../contract/network/practice-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { useSay } from '../../../platform/translation.tsx'
import { FormActions } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { refetchPractice } from './practice-records.ts'

/** Returns what somebody else changed. */
const modeDifferences = (
  before: PracticeRecord,
  now: PracticeRecord,
  say: (text: Text) => string,
): Difference[] =>
  [
    before.name !== now.name && { label: msg`Name`, now: now.name },
    before.description !== now.description && { label: msg`Description`, now: now.description },
    before.category !== now.category && { label: msg`Category`, now: say(modeCategoryLabels[now.category]) },
    before.position !== now.position && { label: msg`Place`, now: now.position + 1 },
  ].filter((difference) => difference !== false)

interface ModeFormProps {
  /** Omit it for a new mode. */
  readonly record?: PracticeRecord | undefined
  /** The category of a new mode. */
  readonly category: PracticeCategory
  readonly onDone: () => void
}

const categories = practiceCategories.map((value) => ({ value, label: modeCategoryLabels[value] }))

export function ModeForm({ record, category, onDone }: ModeFormProps) {
  const { t } = useLingui()
  const say = useSay()
  const client = useQueryClient()
  const form = useRecordForm({
    record,
    schema: NewPracticeMode,
    valuesOf: (mode) => ({
      name: mode?.name ?? '',
      description: mode?.description ?? '',
      category: mode?.category ?? category,
    }),
    create: (body) => api(practiceEndpoints.create, { body }),
    update: ({ id, version }, change) =>
      api(practiceEndpoints.update, { params: { id }, body: change, ifMatch: version }),
    refetch: () => refetchPractice(client),
    words: {
      created: msg`Practice mode created`,
      updated: msg`Practice mode updated`,
      failed: msg`The practice mode could not be saved. Please try again.`,
    },
    titleOf: ({ name }) => name,
    onDone,
  })
  const { conflict, field } = form

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField
        label={t`Name`}
        required
        hint={t`As game servers call it in their queues. Upper and lower case do not matter.`}
        {...field('name')}
      />
      <Textarea
        label={t`Description`}
        required
        rows={3}
        hint={`${codePoints(form.watch('description'))}/${practiceLimits.description}`}
        {...field('description')}
      />
      <RadioGroup label={t`Category`} name="category" options={categories} {...form.choice('category')} />
      {conflict && (
        <StaleNote
          differences={modeDifferences(conflict.base, conflict.theirs, say)}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>
        {record === undefined ? t`Create mode` : t`Save changes`}
      </FormActions>
    </form>
  )
}
