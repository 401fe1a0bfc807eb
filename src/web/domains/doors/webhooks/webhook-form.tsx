import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type WebhookType, webhookLimits, webhookTypes } from '../../../../contract/doors/webhooks.ts'
import { webhookEndpoints } from '../../../../contract/doors/webhooks-endpoints.ts'
import { NewWebhook, type Webhook } from '../../../../contract/doors/webhooks-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { webhookTypeOptions } from './webhook-words.ts'
import { refetchWebhooks } from './webhooks-query.ts'

/** Returns what somebody else changed. */
const differencesOf = (before: Webhook, now: Webhook): Difference[] =>
  [
    before.url !== now.url && { label: msg`Address`, now: now.url },
    before.description !== now.description && { label: msg`Description`, now: now.description },
    before.types.join() !== now.types.join() && { label: msg`Events`, now: now.types.join(', ') },
    before.enabled !== now.enabled && {
      label: msg`On`,
      now: now.enabled ? <Trans>yes</Trans> : <Trans>no</Trans>,
    },
  ].filter((difference) => difference !== false)

const knownTypes = (types: readonly string[]): WebhookType[] =>
  webhookTypes.filter((type) => types.includes(type))

interface WebhookFormProps {
  /** Undefined for a new one. */
  readonly webhook?: Webhook
  readonly onMade?: (webhook: Webhook, secret: string) => void
  readonly onDone: () => void
}

export function WebhookForm({ webhook, onMade, onDone }: WebhookFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useRecordForm<Webhook, z.input<typeof NewWebhook>, NewWebhook>({
    record: webhook,
    schema: NewWebhook,
    valuesOf: (record) => ({
      url: record?.url ?? '',
      description: record?.description ?? '',
      types: knownTypes(record?.types ?? []),
      enabled: record?.enabled ?? true,
    }),
    async create(body) {
      const made = await api(webhookEndpoints.create, { body })
      onMade?.(made.webhook, made.secret)
      return made.webhook
    },
    update: ({ id, version }, body) =>
      api(webhookEndpoints.update, { params: { id }, body, ifMatch: version }),
    refetch: () => refetchWebhooks(client),
    words: {
      created: msg`Webhook added`,
      updated: msg`Webhook updated`,
      failed: msg`The webhook could not be saved. Please try again.`,
    },
    titleOf: ({ url, description }) => description || new URL(url).host,
    onDone,
  })
  const types = form.choice('types')
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField
        label={t`Address`}
        required
        inputMode="url"
        maxLength={webhookLimits.url}
        placeholder="https://"
        hint={t`Where your program receives events. The site does not follow redirects.`}
        {...form.field('url')}
      />
      <TextField
        label={t`Description`}
        maxLength={webhookLimits.description}
        hint={t`For you, like Stats bot`}
        {...form.field('description')}
      />
      <CheckboxGroup
        label={<Trans>Events</Trans>}
        name="types"
        options={webhookTypeOptions}
        values={types.value}
        onValuesChange={types.onValueChange}
        error={types.error}
      />
      <CheckboxField
        label={t`On`}
        hint={t`While it is off, nothing new is queued for it.`}
        {...form.field('enabled')}
      />
      {form.conflict && (
        <StaleNote
          differences={differencesOf(form.conflict.base, form.conflict.theirs)}
          onTakeTheirs={form.conflict.takeTheirs}
          onKeepMine={form.conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>
        {webhook === undefined ? t`Add the webhook` : t`Save changes`}
      </FormActions>
    </form>
  )
}
