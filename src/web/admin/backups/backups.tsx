import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { isOwner } from '../../../contract/accounts/ranks.ts'
import { backupLimits } from '../../../contract/admin/backups.ts'
import { backupEndpoints } from '../../../contract/admin/backups-endpoints.ts'
import type { BackupState } from '../../../contract/admin/backups-schemas.ts'
import { api } from '../../platform/api.ts'
import { currentOf } from '../../platform/api-error.ts'
import { toastFailure } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { formatSize } from '../format-size.ts'
import { backupsKey, backupsQuery } from './backups-query.ts'

export function Backups() {
  const { t } = useLingui()
  const query = useQuery(backupsQuery(api))
  return (
    <Loaded
      query={query}
      failed={t`The backups could not be loaded.`}
      loading={<Skeleton className="h-80" />}
    >
      {(state) => (
        <div className="grid gap-6">
          {state.failure !== null && (
            <Alert title={t`The newest backup failed`}>
              <RelativeTime iso={state.failure.at} />: {state.failure.reason}
            </Alert>
          )}
          <Plan state={state} />
          <BackupList state={state} />
        </div>
      )}
    </Loaded>
  )
}

/** The whole state comes back from each call. */
function useOrder<Input>(send: (input: Input) => Promise<BackupState>, failed: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (state) => client.setQueryData(backupsKey, state),
    onError(error) {
      toastFailure(failed, error, t`Please try again.`)
      const current = currentOf(error) as BackupState | undefined
      if (current !== undefined) client.setQueryData(backupsKey, current)
    },
  })
}

const hours = [
  { value: 'none', label: msg`No automatic backup` },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: `${hour}`,
    label: msg`At ${{ hour: `${hour}`.padStart(2, '0') }}:00 UTC`,
  })),
]

function Plan({ state: { hour, isRunning } }: { state: BackupState }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const make = useOrder(() => api(backupEndpoints.create, {}), t`No backup was made`)
  const plan = useOrder(
    (wanted: number | null) => api(backupEndpoints.plan, { body: { hour: wanted, base: hour } }),
    t`The hour was not changed`,
  )
  const chosen = hour === null ? 'none' : `${hour}`
  if (!isOwner(viewer))
    return (
      <CardText>
        <Trans>Every day: {{ hour: t(hours.find(({ value }) => value === chosen)!.label) }}.</Trans>
      </CardText>
    )
  const isBusy = isRunning || make.isPending
  return (
    <Card className="flex flex-wrap items-end justify-between gap-5">
      <div className="w-full max-w-64">
        <Select
          label={t`Every day`}
          options={hours}
          value={chosen}
          onValueChange={(value) => plan.mutate(value === 'none' ? null : Number(value))}
        />
      </div>
      <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && make.mutate(undefined)}>
        {isBusy && <Spinner />}
        {isBusy ? t`A backup is being made` : t`Make a backup now`}
      </Button>
      <p role="status" className="sr-only">
        {isBusy && t`A backup is being made`}
      </p>
    </Card>
  )
}

function BackupList({ state: { backups, directory } }: { state: BackupState }) {
  const { t } = useLingui()
  if (backups.length === 0)
    return (
      <EmptyState icon={Archive} title={t`No backup yet`}>
        <Trans>
          Make one, or choose an hour. The newest {{ kept: backupLimits.kept }} stay, in{' '}
          <code>{directory}</code>.
        </Trans>
      </EmptyState>
    )
  return (
    <section aria-labelledby="backups" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CardTitle id="backups">
        <Trans>The newest {{ kept: backupLimits.kept }}</Trans>
      </CardTitle>
      <CardText className="wrap-anywhere">
        <Trans>
          In <code>{directory}</code> on the server. They hold everything, passwords as hashes included, so
          none can be downloaded here. Copy them to another machine, encrypted.
        </Trans>
      </CardText>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {backups.map(({ name, bytes, madeAt, restore }) => (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-line bg-ground-card p-4"
          >
            <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <span className="wrap-anywhere font-bold text-sm">{name}</span>
              <span className="text-ink-faint text-sm tabular-nums">
                {formatSize(bytes)}, <RelativeTime iso={madeAt} />
              </span>
            </p>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <code className="wrap-anywhere text-ink-soft text-sm">{restore}</code>
              <CopyButton value={restore} what={t`command that restores ${name}`} />
            </div>
          </li>
        ))}
      </ul>
      <section aria-labelledby="restore" className="mt-3 grid gap-2">
        <CardTitle id="restore">
          <Trans>To restore one</Trans>
        </CardTitle>
        <ol className="grid list-decimal gap-1 ps-5 text-ink-soft text-sm">
          <li>
            <Trans>Stop the site.</Trans>
          </li>
          <li>
            <Trans>
              Set DATA_DIR to a new directory or, with a database of your own, DATABASE_URL to an empty one.
            </Trans>
          </li>
          <li>
            <Trans>Run the command of the backup, before the site starts for the first time.</Trans>
          </li>
          <li>
            <Trans>Start the site. What was stored before stays in the old place.</Trans>
          </li>
        </ol>
      </section>
    </section>
  )
}
