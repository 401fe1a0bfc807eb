import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookEndpoints } from '../../../../contract/doors/webhooks-endpoints.ts'
import type { WebhookDelivery } from '../../../../contract/doors/webhooks-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import { api } from '../../../platform/api.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { useWebhookCall } from './use-webhook-call.ts'
import { webhookTypeLabels } from './webhook-words.ts'
import { type DeliveryState, deliveriesQuery, deliveryQuery } from './webhooks-query.ts'

const states: Readonly<Record<DeliveryState, readonly [word: Message, tone: BadgeTone]>> = {
  waiting: [msg({ message: 'Waiting', context: 'message' }), 'gold'],
  sent: [msg({ message: 'Sent', context: 'message' }), 'good'],
  failed: [msg({ message: 'Failed', context: 'message' }), 'bad'],
}

/** What became of the events of the last 30 days. */
export function WebhookLog({ id, failed }: { readonly id: number; readonly failed: number }) {
  const { t } = useLingui()
  const [onlyFailed, setOnlyFailed] = useState(false)
  const query = useInfiniteQuery(deliveriesQuery(api, id, onlyFailed ? 'failed' : undefined))
  const resend = useWebhookCall(
    () => api(webhookEndpoints.resendFailed, { params: { id } }),
    t`Events queued again`,
  )
  return (
    <div className="mt-3 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex min-h-9 cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-ember"
            checked={onlyFailed}
            onChange={() => setOnlyFailed(!onlyFailed)}
          />
          <Trans>Only failed ones</Trans>
        </label>
        {failed > 0 && (
          <Button look="quiet" size="sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
            <Trans>Send all failed again</Trans>
          </Button>
        )}
      </div>
      <ListStates
        query={query}
        loading={t`Loading the log...`}
        failed={t`The log could not be loaded.`}
        empty={
          <p className="text-ink-soft text-sm">
            {onlyFailed ? (
              <Trans>Nothing failed in the last 30 days.</Trans>
            ) : (
              <Trans>No events yet. Send a test to see one here.</Trans>
            )}
          </p>
        }
      >
        {(rows) => (
          <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
            {rows.map((row) => (
              <DeliveryRow key={row.id} webhook={id} delivery={row} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}

const milliseconds = (ms: number) => `${ms} ms`

function DeliveryRow({ webhook, delivery }: { webhook: number; delivery: WebhookDelivery }) {
  const { t } = useLingui()
  const { id, type, state, status, attempts, durationMs, createdAt, error } = delivery
  const [isOpen, setOpen] = useState(false)
  const resend = useWebhookCall(
    () => api(webhookEndpoints.resend, { params: { id: webhook, delivery: id } }),
    t`Event queued again`,
  )
  const [word, tone] = states[state]
  return (
    <li className="grid gap-2 bg-ground-card px-3 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{t(word)}</Badge>
        <span className="font-bold">{t(webhookTypeLabels[type])}</span>
        <span className="text-ink-faint text-xs tabular-nums">
          <Time iso={createdAt} />
          {status !== null && ` · ${status}`}
          {durationMs !== null && ` · ${milliseconds(durationMs)}`}
          {attempts > 1 && t` · ${plural(attempts, { one: '# attempt', other: '# attempts' })}`}
        </span>
        {state !== 'waiting' && (
          <Button
            look="quiet"
            size="sm"
            className="ms-auto"
            aria-label={t`Send ${{ event: t(webhookTypeLabels[type]) }} again`}
            disabled={resend.isPending}
            onClick={() => resend.mutate()}
          >
            <Trans>Send again</Trans>
          </Button>
        )}
      </div>
      {error !== null && state !== 'sent' && <p className="wrap-anywhere text-bad">{error}</p>}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="inline-block cursor-pointer py-1 text-ink-soft underline underline-offset-4 hover:text-ink">
          <Trans>Details</Trans>
        </summary>
        {isOpen && <Details webhook={webhook} id={id} />}
      </details>
    </li>
  )
}

function Details({ webhook, id }: { webhook: number; id: number }) {
  const { t } = useLingui()
  const query = useQuery(deliveryQuery(api, webhook, id))
  return (
    <Loaded
      query={query}
      failed={t`The event could not be loaded.`}
      loading={<Skeleton className="mt-2 h-24" />}
    >
      {({ messageId, body, response }) => (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
          <p className="wrap-anywhere text-ink-faint text-xs">{messageId}</p>
          <Text label={t`What is sent`}>
            {body === null
              ? t`Nothing: the record is gone, or the event was undone.`
              : JSON.stringify(JSON.parse(body), null, 2)}
          </Text>
          {response !== null && response !== '' && (
            <Text label={t`Beginning of the response`}>{response}</Text>
          )}
        </div>
      )}
    </Loaded>
  )
}

const Text = ({ label, children }: { label: string; children: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <p className="font-semibold text-xs">{label}</p>
    <pre className="wrap-anywhere max-h-72 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-ground p-3 text-xs leading-relaxed">
      {children}
    </pre>
  </div>
)
