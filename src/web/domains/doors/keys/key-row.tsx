import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { keyEndpoints } from '../../../../contract/doors/keys-endpoints.ts'
import type { ApiKeyRecord } from '../../../../contract/doors/keys-schemas.ts'
import { api } from '../../../platform/api.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Time } from '../../../ui/time.tsx'
import { refetchKeys } from './keys-query.ts'
import { scopeLabels } from './scope-labels.ts'

interface KeyRowProps {
  readonly apiKey: ApiKeyRecord
  /** Whose it is, in the list of all staff. */
  readonly maker?: ReactNode
  readonly endpoint: typeof keyEndpoints.remove | typeof keyEndpoints.removeOfStaff
}

export function KeyRow({ apiKey, maker, endpoint }: KeyRowProps) {
  const { t } = useLingui()
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = apiKey
  const isExpired = Date.parse(expiresAt) <= serverNow()
  return (
    <li
      data-row=""
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3"
    >
      <div className="grid min-w-0 flex-1 basis-60 gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi className="wrap-anywhere">{name}</bdi>
          {isExpired && (
            <Badge tone="quiet">
              <Trans>Expired</Trans>
            </Badge>
          )}
        </p>
        <p className="text-ink-soft">{scopes.map((scope) => t(scopeLabels[scope])).join(' · ')}</p>
        <p className="text-ink-faint">
          {maker !== undefined && <>{maker} · </>}
          {isExpired ? (
            <Trans>
              Made <Time iso={createdAt} />, expired <Time iso={expiresAt} />
            </Trans>
          ) : (
            <Trans>
              Made <Time iso={createdAt} />, expires <Time iso={expiresAt} />
            </Trans>
          )}
        </p>
        <p className="text-ink-faint">
          {lastUsedAt === null ? (
            <Trans>Never used</Trans>
          ) : (
            <Trans>
              Last used <RelativeTime iso={lastUsedAt} />
            </Trans>
          )}
        </p>
      </div>
      <RevokeKey apiKey={apiKey} endpoint={endpoint} />
    </li>
  )
}

function RevokeKey({ apiKey: { id, name }, endpoint }: Pick<KeyRowProps, 'apiKey' | 'endpoint'>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api(endpoint, { params: { id } }),
    onSuccess: () => toast({ title: t`API key revoked`, description: name }),
    onError: (error) =>
      toastFailure(t`Revoking failed`, error, t`The API key could not be revoked. Please try again.`),
    onSettled: () => refetchKeys(client),
  })
  return (
    <Confirm
      title={t`Revoke the API key?`}
      description={t`Programs that use ${name} stop working at once.`}
      confirmLabel={t`Revoke`}
      onConfirm={() => revoke.mutate()}
      trigger={
        <Button look="quiet" size="sm" variant="red" aria-label={t`Revoke ${name}`}>
          <Trans>Revoke</Trans>
        </Button>
      }
    />
  )
}
