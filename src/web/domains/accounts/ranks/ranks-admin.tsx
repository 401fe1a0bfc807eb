import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { canChangeRanks } from '../../../../contract/accounts/rank-admin.ts'
import { rankEndpoints } from '../../../../contract/accounts/rank-admin-endpoints.ts'
import type { RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import { applyRanks, rankLabel } from '../../../../contract/accounts/ranks.ts'
import { canOpen } from '../../../../contract/admin/staff-pages.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { toastFailure } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { MergeRank } from './merge-rank.tsx'
import { AreaNames, RankForm } from './rank-form.tsx'
import { listedOf, powerLabels, ranksQuery, refetchRanks } from './ranks-query.ts'

/** Every rank in its order: to rename, colour, move and merge. */
export function RanksAdmin() {
  const { t } = useLingui()
  const query = useQuery(ranksQuery(api))
  return (
    <Loaded query={query} failed={t`The ranks could not be loaded.`} loading={<Skeleton className="h-96" />}>
      {(records) => <RankList records={records} />}
    </Loaded>
  )
}

function RankList({ records }: { records: readonly RankRecord[] }) {
  // What was just saved is in force in this browser, too.
  useMemo(() => applyRanks(records.map(listedOf)), [records])
  return (
    <ol className="grid gap-2">
      {records.map((record, at) => (
        <RankItem key={record.key} record={record} at={at} records={records} />
      ))}
    </ol>
  )
}

interface RankItemProps {
  readonly record: RankRecord
  readonly at: number
  readonly records: readonly RankRecord[]
}

/** Ranks of one power change places, but not the shipped ones among themselves. */
const canSwap = (one: RankRecord, other: RankRecord | undefined) =>
  other !== undefined && one.power === other.power && !(one.shipped && other.shipped)

function RankItem({ record, at, records }: RankItemProps) {
  const { t } = useLingui()
  const site = useSite()
  const viewer = useViewer()
  const order = useOrder(records)
  const { areas, key, level, members, number, power, shipped, shown } = record
  const name = rankLabel(key, site)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-ground-card p-3">
      <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-1.5">
        <h2 className="flex flex-wrap items-center gap-2">
          {shown ? <RankBadge rank={key} /> : <span className="font-bold text-sm">{name}</span>}
          {!shown && (
            <Badge tone="quiet">
              <Trans>Not shown</Trans>
            </Badge>
          )}
        </h2>
        <p className="wrap-anywhere text-ink-faint text-sm">
          <Trans>
            <code>{key}</code> · power of {{ power: t(powerLabels[power]) }} · level {level} · number {number}
          </Trans>
          {areas !== null && (
            <>
              {' · '}
              <AreaNames areas={areas} />
            </>
          )}
          {members !== null && canOpen(viewer, '/admin/members') && (
            <>
              {' · '}
              <Link
                to={`/admin/members?rank=${encodeURIComponent(key)}`}
                className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
              >
                <Plural value={members} one="# member" other="# members" />
              </Link>
            </>
          )}
        </p>
      </div>
      {canChangeRanks(viewer) && (
        <div className="flex flex-wrap gap-2">
          {([-1, 1] as const).map((by) =>
            canSwap(record, records[at + by]) ? (
              <MoveButton
                key={by}
                label={by < 0 ? t`Move ${name} up` : t`Move ${name} down`}
                busy={order.isPending}
                onPress={() => order.mutate({ at, by })}
              >
                {by < 0 ? (
                  <ArrowUp aria-hidden className="size-4" />
                ) : (
                  <ArrowDown aria-hidden className="size-4" />
                )}
              </MoveButton>
            ) : null,
          )}
          <FormDialog
            title={t`Edit ${name}`}
            trigger={
              <Button look="quiet" size="sm" aria-label={t`Edit ${name}`}>
                <Trans>Edit</Trans>
              </Button>
            }
          >
            {(close) => <RankForm record={record} onDone={close} />}
          </FormDialog>
          {!shipped && (
            <MergeRank
              record={record}
              targets={records.filter(
                (other) =>
                  other.power === power && other.key !== key && other.areas?.join() === areas?.join(),
              )}
            />
          )}
        </div>
      )}
    </li>
  )
}

interface MoveButtonProps {
  readonly label: string
  readonly busy: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

const MoveButton = ({ label, busy, onPress, children }: MoveButtonProps) => (
  <Button look="quiet" size="sm" aria-label={label} aria-disabled={busy} onClick={() => !busy && onPress()}>
    {children}
  </Button>
)

function useOrder(records: readonly RankRecord[]) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn({ at, by }: { at: number; by: 1 | -1 }) {
      const keys = records.map(({ key }) => key)
      const base = [...keys]
      const [moved] = keys.splice(at, 1)
      return api(rankEndpoints.order, { body: { order: keys.toSpliced(at + by, 0, moved ?? ''), base } })
    },
    onError: (error) =>
      toastFailure(t`Moving failed`, error, t`The rank could not be moved. Please try again.`),
    onSettled: () => refetchRanks(client),
  })
}
