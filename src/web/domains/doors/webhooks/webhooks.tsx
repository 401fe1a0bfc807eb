import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { api } from '../../../platform/api.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { NewSecret } from './new-secret.tsx'
import { nameOf, WebhookItem } from './webhook-item.tsx'
import { webhooksQuery } from './webhooks-query.ts'

export interface MadeSecret {
  readonly id: number
  readonly secret: string
}

interface WebhooksProps {
  /** The secret that was just made. */
  readonly made: MadeSecret | undefined
  readonly onMade: (made: MadeSecret | undefined) => void
}

/** Every address that is sent events, and how it does. */
export function Webhooks({ made, onMade }: WebhooksProps) {
  const { t } = useLingui()
  const query = useQuery(webhooksQuery(api))
  return (
    <Loaded
      query={query}
      failed={t`The webhooks could not be loaded.`}
      loading={
        <div className="grid gap-3">
          <p role="status" className="sr-only">
            <Trans>Loading webhooks...</Trans>
          </p>
          {[1, 2].map((row) => (
            <Skeleton key={row} className="h-40" />
          ))}
        </div>
      }
    >
      {(webhooks) => {
        const fresh = webhooks.find(({ id }) => id === made?.id)
        return (
          <>
            {made !== undefined && fresh !== undefined && (
              <NewSecret
                key={made.secret}
                name={nameOf(fresh)}
                secret={made.secret}
                onDone={() => onMade(undefined)}
              />
            )}
            {webhooks.length === 0 ? (
              <EmptyState icon={Webhook} title={t`No webhooks yet`}>
                <Trans>
                  Add the address of a bot or another program, and the site tells it what happens: matches,
                  news, cups, outages.
                </Trans>
              </EmptyState>
            ) : (
              <ul className="grid gap-3">
                {webhooks.map((webhook) => (
                  <WebhookItem
                    key={webhook.id}
                    webhook={webhook}
                    onSecret={(secret) => onMade({ id: webhook.id, secret })}
                  />
                ))}
              </ul>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
