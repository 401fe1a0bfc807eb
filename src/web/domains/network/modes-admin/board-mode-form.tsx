import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { holds } from '../../../../contract/accounts/ranks.ts'
import { modeCategoryLabels } from '../../../../contract/labels.ts'
import type { Message, Text } from '../../../../contract/languages.ts'
import { modeCategories, modeIcons } from '../../../../contract/network/modes.ts'
import { modeEndpoints } from '../../../../contract/network/modes-endpoints.ts'
import { type ModeRecord, NewMode } from '../../../../contract/network/modes-schemas.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { useSay } from '../../../platform/translation.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { refetchModes } from './mode-records.ts'

const yesOrNo = (value: boolean) =>
  value ? msg({ message: 'yes', context: 'answer' }) : msg({ message: 'no', context: 'answer' })

/** Returns what somebody else changed. */
const differencesOf = (before: ModeRecord, now: ModeRecord, say: (text: Text) => string): Difference[] =>
  [
    before.name !== now.name && { label: msg`Name`, now: now.name },
    before.category !== now.category && { label: msg`Category`, now: say(modeCategoryLabels[now.category]) },
    before.icon !== now.icon && { label: msg`Icon`, now: say(ownValue(iconWords, now.icon) ?? now.icon) },
    before.listed !== now.listed && { label: msg`Own board`, now: say(yesOrNo(now.listed)) },
    before.inOverall !== now.inOverall && { label: msg`Counts in overall`, now: say(yesOrNo(now.inOverall)) },
  ].filter((difference) => difference !== false)

const categories = modeCategories.map((value) => ({ value, label: modeCategoryLabels[value] }))
const iconWords: Readonly<Record<string, Message>> = {
  sword: msg`sword`,
  potion: msg`potion`,
  glove: msg`glove`,
  bed: msg`bed`,
  bridge: msg`bridge`,
  fireball: msg`fireball`,
  wrestler: msg`wrestler`,
  blocks: msg({ message: 'blocks', comment: 'Of the game, as an icon' }),
  fish: msg`fish`,
}

const icons = modeIcons.map((value) => ({ value, label: iconWords[value] ?? value }))

interface BoardModeFormProps {
  /** Omit it for a new mode. */
  readonly record?: ModeRecord | undefined
  readonly onDone: () => void
}

export function BoardModeForm({ record, onDone }: BoardModeFormProps) {
  const { t } = useLingui()
  const say = useSay()
  const client = useQueryClient()
  const viewer = useViewer()
  const form = useRecordForm({
    record,
    schema: NewMode,
    valuesOf: (mode) => ({
      name: mode?.name ?? '',
      key: mode?.key ?? '',
      category: mode?.category ?? ('other' as const),
      icon: modeIcons.find((icon) => icon === mode?.icon) ?? 'sword',
      listed: mode?.listed ?? false,
      inOverall: mode?.inOverall ?? false,
    }),
    create: (body) => api(modeEndpoints.create, { body }),
    update: ({ key, version }, change) =>
      api(modeEndpoints.update, { params: { key }, body: change, ifMatch: version }),
    refetch: () => refetchModes(client),
    words: {
      created: msg`Mode created`,
      updated: msg`Mode updated`,
      failed: msg`The mode could not be saved. Please try again.`,
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
        hint={t`Shown on the board's tab and in matches.`}
        {...field('name')}
      />
      {record === undefined && (
        <TextField
          label={t`Key`}
          required
          autoComplete="off"
          hint={t`As game servers send it: 2 to 32 of a-z, 0-9 and _. It never changes.`}
          {...field('key')}
        />
      )}
      <Select label={t`Category`} options={categories} {...form.choice('category')} />
      <Select label={t`Icon`} options={icons} {...form.choice('icon')} />
      <CheckboxField
        label={t`Own board`}
        hint={t`Its ranked matches appear on the leaderboards, those played before too.`}
        {...field('listed')}
      />
      {holds(viewer, 'admin', 'modes') && (
        <CheckboxField
          label={t`Counts in overall`}
          hint={t`While it has its own board. Figures of its players are computed again in the background.`}
          {...field('inOverall')}
        />
      )}
      {conflict && (
        <StaleNote
          differences={differencesOf(conflict.base, conflict.theirs, say)}
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
