import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { webhookLimits, webhookTypes } from '../../../../contract/doors/webhooks.ts'
import { webhookEndpoints } from '../../../../contract/doors/webhooks-endpoints.ts'
import type { Webhook } from '../../../../contract/doors/webhooks-schemas.ts'
import { api } from '../../../platform/api.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Time } from '../../../ui/time.tsx'
import { useWebhookCall } from './use-webhook-call.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { webhookTypeLabels } from './webhook-words.ts'

export const nameOf = ({ url, description }: Pick<Webhook, 'url' | 'description'>) =>
  description || new URL(url).host

interface WebhookItemProps {
  readonly webhook: Webhook
  readonly onSecret: (secret: string) => void
}

export function WebhookItem({ webhook, onSecret }: WebhookItemProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { id, url, types, enabled, waiting, dropped, failed, failingSince, nextAttemptAt, oldSecretUntil } =
    webhook
  const name = nameOf(webhook)
  const shown = webhookTypes.filter((type) => types.includes(type))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-ground-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 justify-items-start gap-2">
          <h2 className="wrap-anywhere font-display text-2xl leading-none">{name}</h2>
          <p className="wrap-anywhere text-ink-soft text-sm">{url}</p>
          <div className="flex flex-wrap gap-2">
            <Badge tone={!enabled ? 'quiet' : failingSince === null ? 'good' : 'bad'}>
              {!enabled
                ? t({ message: 'Off', context: 'webhook' })
                : failingSince === null
                  ? t({ message: 'On', context: 'webhook' })
                  : t({ message: 'Failing', context: 'webhook' })}
            </Badge>
            {waiting > 0 && (
              <Badge tone="gold">
                <Trans>{waiting} waiting</Trans>
              </Badge>
            )}
            {failed > 0 && <Badge tone="bad">{t`${failed} failed`}</Badge>}
            {dropped > 0 && <Badge tone="bad">{t`${dropped} dropped`}</Badge>}
          </div>
        </div>
        <Actions webhook={webhook} name={name} onSecret={onSecret} />
      </div>
      <Trouble webhook={webhook} />
      <p className="text-sm">
        {shown.length === webhookTypes.length
          ? t`All events`
          : shown.map((type) => t(webhookTypeLabels[type])).join(' · ')}
      </p>
      {(oldSecretUntil !== null || (nextAttemptAt !== null && failingSince !== null)) && (
        <p className="text-ink-faint text-sm">
          {nextAttemptAt !== null && failingSince !== null && (
            <Trans>
              Next attempt: <Time iso={nextAttemptAt} />.
            </Trans>
          )}{' '}
          {oldSecretUntil !== null && (
            <Trans>
              The previous secret also signs until <Time iso={oldSecretUntil} />.
            </Trans>
          )}
        </p>
      )}
      <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="inline-block cursor-pointer py-1.5 text-ink-soft underline underline-offset-4 hover:text-ink">
          <Trans>
            Log of the last 30 days<span className="sr-only"> of {name}</span>
          </Trans>
        </summary>
        {isOpen && <WebhookLog id={id} failed={failed} />}
      </details>
    </li>
  )
}

/** What an Admin has to know or mend. */
function Trouble({ webhook: { disabledFor, dropped, waiting } }: { webhook: Webhook }) {
  const { t } = useLingui()
  if (disabledFor === 'gone')
    return (
      <Alert title={t`Turned off: the receiver is gone`}>
        <Trans>It responded with 410. Change the address or turn the webhook on again.</Trans>
      </Alert>
    )
  if (disabledFor === 'failing')
    return (
      <Alert title={t`Turned off: nothing arrived for five days`}>
        <Trans>Once the receiver works, turn the webhook on again: what waits is sent then.</Trans>
      </Alert>
    )
  if (dropped > 0 && waiting >= webhookLimits.waiting)
    return (
      <Alert title={t`Events are dropped`}>
        <Trans>As many events wait as may. Newer ones are not sent.</Trans>
      </Alert>
    )
  return null
}

interface ActionsProps extends WebhookItemProps {
  readonly name: string
}

function Actions({ webhook, name, onSecret }: ActionsProps) {
  const { t } = useLingui()
  const { id, version, enabled } = webhook
  const test = useWebhookCall(() => api(webhookEndpoints.test, { params: { id } }), t`Test queued`)
  const rotate = useWebhookCall(
    () => api(webhookEndpoints.rotate, { params: { id }, ifMatch: version }),
    t`New secret made`,
    ({ secret }) => onSecret(secret),
  )
  const remove = useWebhookCall(
    () => api(webhookEndpoints.remove, { params: { id }, ifMatch: version }),
    t`Webhook deleted`,
  )
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="quiet"
        size="sm"
        aria-label={t`Send a test to ${name}`}
        disabled={!enabled || test.isPending}
        onClick={() => test.mutate()}
      >
        <Trans>Send a test</Trans>
      </Button>
      <FormDialog
        title={t`Edit ${name}`}
        trigger={
          <Button look="quiet" size="sm" aria-label={t`Edit ${name}`}>
            <Trans>Edit</Trans>
          </Button>
        }
      >
        {(close) => <WebhookForm webhook={webhook} onDone={close} />}
      </FormDialog>
      <Confirm
        title={t`Make a new secret for ${name}?`}
        description={t`For 24 hours both secrets sign, so that your program can change to the new one without missing an event.`}
        confirmLabel={t`Make a new secret`}
        variant="default"
        onConfirm={() => rotate.mutate()}
        trigger={
          <Button look="quiet" size="sm" aria-label={t`New secret for ${name}`}>
            <Trans>New secret</Trans>
          </Button>
        }
      />
      <Confirm
        title={t`Delete ${name}?`}
        description={t`Its log and everything that waits for it are deleted as well.`}
        confirmLabel={t`Delete`}
        onConfirm={() => remove.mutate()}
        trigger={
          <Button look="quiet" size="sm" variant="red" aria-label={t`Delete ${name}`}>
            <Trans>Delete</Trans>
          </Button>
        }
      />
    </div>
  )
}
