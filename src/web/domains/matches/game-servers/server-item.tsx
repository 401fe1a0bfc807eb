import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isOwner } from '../../../../contract/accounts/ranks.ts'
import { gameServerEndpoints } from '../../../../contract/matches/game-servers-endpoints.ts'
import type { GameServerRecord } from '../../../../contract/matches/game-servers-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Time } from '../../../ui/time.tsx'
import { refetchGameServers, rejectionsQuery } from './game-servers-query.ts'
import { ServerForm } from './server-form.tsx'
import { ServerState } from './server-state.tsx'

/** A lag as people say it. */
const formatLag = (ms: number, locale: string) =>
  ms < 1_000
    ? `${ms} ms`
    : ms < 60_000
      ? `${(ms / 1_000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`
      : `${formatCount(Math.round(ms / 60_000), locale)} min`

export function ServerItem({ server }: { server: GameServerRecord }) {
  const { t } = useLingui()

  const locale = useLocale()
  const viewer = useViewer()
  const { name, state, setsRanks, unlinksOthers, lastSeenAt, revokedAt } = server
  const powers = [setsRanks && t`Sets ranks`, unlinksOthers && t`Unlinks for other servers`].filter(Boolean)
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-ground-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 justify-items-start gap-2">
          <h2 className="wrap-anywhere font-display text-2xl leading-none">{name}</h2>
          <ServerState server={server} />
          {powers.length > 0 && <p className="text-ink-faint text-sm">{powers.join(' · ')}</p>}
        </div>
        {isOwner(viewer) && state !== 'revoked' && <ServerActions server={server} />}
      </div>
      {revokedAt !== null ? (
        <p className="text-ink-faint text-sm">
          <Trans>
            Since <Time iso={revokedAt} />. Its matches stay.
          </Trans>
        </p>
      ) : (
        <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
          <Figure label={t`Last seen`}>
            {lastSeenAt === null ? t`Never` : <RelativeTime iso={lastSeenAt} />}
          </Figure>
          <Figure label={t`Events a minute`}>{formatCount(server.eventsPerMinute, locale)}</Figure>
          <Figure label={t`Median lag`}>
            {server.medianLagMs === null ? '—' : formatLag(server.medianLagMs, locale)}
          </Figure>
          <Figure label={t`Rejected in 48 hours`}>{formatCount(server.rejected, locale)}</Figure>
        </dl>
      )}
      {server.rejected > 0 && <Rejections server={server} />}
    </li>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-ink-faint text-xs">{label}</dt>
    <dd className="font-bold tabular-nums">{children}</dd>
  </div>
)

function ServerActions({ server }: { server: GameServerRecord }) {
  const { t } = useLingui()

  const client = useQueryClient()
  const { id, name } = server
  const revoke = useMutation({
    mutationFn: () => api(gameServerEndpoints.revoke, { params: { id } }),
    onSuccess: () => toast({ title: t`Game server revoked`, description: name }),
    onError: (error) =>
      toastFailure(t`Revoking failed`, error, t`The key could not be revoked. Please try again.`),
    onSettled: () => refetchGameServers(client),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <FormDialog
        title={t`Edit ${name}`}
        trigger={
          <Button look="quiet" size="sm" aria-label={t`Edit ${name}`}>
            <Trans>Edit</Trans>
          </Button>
        }
      >
        {(close) => <ServerForm server={server} onDone={close} />}
      </FormDialog>
      <Confirm
        title={t`Revoke the key of ${name}?`}
        description={t`The server can report nothing from now on. Its matches stay. A revoked key cannot be used again: make a new one instead.`}
        confirmLabel={t({ message: 'Revoke', context: 'the key of a game server' })}
        onConfirm={() => revoke.mutate()}
        trigger={
          <Button look="quiet" size="sm" variant="red" aria-label={t`Revoke ${name}`}>
            <Trans context="the key of a game server">Revoke</Trans>
          </Button>
        }
      />
    </div>
  )
}

function Rejections({ server: { id, name } }: { server: GameServerRecord }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-block cursor-pointer py-1.5 text-ink-soft underline underline-offset-4 hover:text-ink">
        <Trans>
          Last rejections<span className="sr-only"> of {name}</span>
        </Trans>
      </summary>
      {isOpen && <RejectionList id={id} />}
    </details>
  )
}

function RejectionList({ id }: { id: number }) {
  const { t } = useLingui()

  const query = useQuery(rejectionsQuery(api, id))
  return (
    <Loaded
      query={query}
      failed={t`The rejections could not be loaded.`}
      loading={<Skeleton className="mt-2 h-24" />}
    >
      {(rejections) => (
        <ol className="mt-2 grid gap-px overflow-hidden rounded-md border border-line bg-line">
          {rejections.map(({ at, type, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several can be of one moment and have one reason.
            <li key={index} className="grid gap-1 bg-ground-card px-3 py-2">
              <p className="flex flex-wrap gap-x-3 text-ink-faint text-xs">
                <Time iso={at} />
                <span>{type ?? t`unknown type`}</span>
              </p>
              <p className="wrap-anywhere">{reason}</p>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}
