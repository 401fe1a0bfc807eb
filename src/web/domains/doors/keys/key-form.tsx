import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { apiKeyLimits } from '../../../../contract/doors/keys.ts'
import { keyEndpoints } from '../../../../contract/doors/keys-endpoints.ts'
import { type ApiKeyRecord, NewApiKey } from '../../../../contract/doors/keys-schemas.ts'
import type { ApiScope } from '../../../../contract/doors/scopes.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { refetchKeys } from './keys-query.ts'
import { scopeLabels } from './scope-labels.ts'

const Named = z.pick(NewApiKey, { name: true })

const daysOffered = [7, 30, apiKeyLimits.days.default, 180, apiKeyLimits.days.max]

interface KeyFormProps {
  /** Scopes of staff that the member may give. */
  readonly offered: readonly ApiScope[]
  readonly onMade: (secret: string) => void
  readonly onDone: () => void
}

export function KeyForm({ offered, onMade, onDone }: KeyFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [days, setDays] = useState(`${apiKeyLimits.days.default}`)
  const [scopes, setScopes] = useState<readonly ApiScope[]>([])
  const form = useRecordForm<ApiKeyRecord, z.input<typeof Named>, z.infer<typeof Named>>({
    record: undefined,
    schema: Named,
    valuesOf: () => ({ name: '' }),
    async create({ name }) {
      const body = { name, scopes: ['read' as const, ...scopes], expiresInDays: Number(days) }
      const made = await api(keyEndpoints.create, { body })
      onMade(made.secret)
      return made.key
    },
    update: (record) => Promise.resolve(record),
    refetch: () => refetchKeys(client),
    words: {
      created: msg`API key created`,
      updated: msg`API key updated`,
      failed: msg`The API key could not be saved. Please try again.`,
    },
    titleOf: ({ name }) => name,
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField
        label={t`Name`}
        required
        maxLength={apiKeyLimits.name}
        hint={t`What the key is for, like Stream overlay`}
        {...form.field('name')}
      />
      <Select
        label={t`Expires`}
        name="expiresInDays"
        options={daysOffered.map((count) => ({ value: `${count}`, label: msg`in ${count} days` }))}
        value={days}
        onValueChange={setDays}
      />
      {offered.length > 0 && (
        <CheckboxGroup
          label={t`It may also`}
          name="scopes"
          options={offered.map((scope) => ({ value: scope, label: scopeLabels[scope] }))}
          values={scopes}
          onValuesChange={setScopes}
        />
      )}
      <FormActions busy={form.isSaving}>
        <Trans>Make the key</Trans>
      </FormActions>
    </form>
  )
}
