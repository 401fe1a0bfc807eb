import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { useId } from 'react'
import { seasonEndpoints } from '../../../../../contract/rankings/seasons-endpoints.ts'
import type { Season } from '../../../../../contract/rankings/seasons-schemas.ts'
import { api } from '../../../../platform/api.ts'
import { GoesAlong } from '../../../../platform/forms/goes-along.tsx'
import { toast, toastFailure } from '../../../../platform/toasts.ts'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Confirm } from '../../../../ui/confirm.tsx'
import { FormDialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/list/empty-state.tsx'
import { ErrorView } from '../../../../ui/list/error-view.tsx'
import { SeekLinked, useLinkedRow } from '../../../../ui/list/linked-row.tsx'
import { Skeleton } from '../../../../ui/list/skeleton.tsx'
import { Time } from '../../../../ui/time.tsx'
import { seasonsKey, seasonsQuery } from '../season-queries.ts'
import { SeasonBadge, SeasonTime } from '../season-time.tsx'
import { SeasonForm } from './season-form.tsx'

/** Every season: to plan, change and end. */
export function SeasonsAdmin() {
  const { t } = useLingui()

  const { data: seasons, error, refetch } = useQuery(seasonsQuery(api))
  if (seasons === undefined) {
    if (error === null) return <Skeleton className="h-40" />
    return <ErrorView title={t`The seasons could not be loaded.`} onRetry={() => void refetch()} />
  }
  if (seasons.length === 0) {
    return (
      <EmptyState icon={CalendarRange} title={t`No seasons yet`}>
        <Trans>Until the first one starts, ratings belong to an open pre-season.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <SeekLinked thing="season" rows={seasons} />
      <ul className="grid gap-3">
        {seasons.map((season) => (
          <SeasonRow key={season.id} season={season} />
        ))}
      </ul>
    </>
  )
}

function SeasonRow({ season }: { season: Season }) {
  const { t } = useLingui()

  const headingId = useId()
  const { name, state } = season
  const { mark, ...row } = useLinkedRow('season', season.id)
  const end = useSeasonCall(seasonEndpoints.end, t`Season ended`, t`Ending failed`)
  const undoEnd = useSeasonCall(seasonEndpoints.undoEnd, t`The season goes on`, t`Undoing failed`)
  const remove = useSeasonCall(seasonEndpoints.remove, t`Season deleted`, t`Deleting failed`)
  const isBusy = end.isPending || undoEnd.isPending || remove.isPending
  return (
    <li
      {...row}
      aria-busy={isBusy}
      className={classes(
        'grid items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-ground-card p-4 aria-busy:opacity-60 md:grid-cols-[minmax(0,1fr)_auto]',
        mark,
      )}
    >
      <div className="grid min-w-0 justify-items-start gap-1.5">
        <SeasonBadge state={state} />
        <h2 id={headingId} className="wrap-anywhere font-display text-2xl leading-tight">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-ink-soft text-sm">
          <SeasonTime {...season} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <FormDialog
          title={t`Edit season`}
          trigger={
            <Button look="quiet" size="sm" aria-describedby={headingId} disabled={isBusy}>
              <Trans>Edit</Trans>
            </Button>
          }
        >
          {(close) => <SeasonForm record={season} onDone={close} />}
        </FormDialog>
        {state === 'running' && (
          <Confirm
            title={t`End this season now`}
            description={t`Matches that end from now on count for the time after it. The standings are final in a day, and until then you can undo this.`}
            confirmLabel={t`End season`}
            onConfirm={() => !isBusy && end.mutate(season)}
            trigger={
              <Button look="quiet" size="sm" aria-describedby={headingId} disabled={isBusy}>
                <Trans>End now</Trans>
              </Button>
            }
          />
        )}
        {season.plannedEnd !== undefined && (
          <Button
            look="quiet"
            size="sm"
            aria-describedby={headingId}
            disabled={isBusy}
            onClick={() => undoEnd.mutate(season)}
          >
            <Trans>
              Undo: end on <Time iso={season.plannedEnd} />
            </Trans>
          </Button>
        )}
        <Confirm
          title={t`Delete season`}
          description={
            <Trans>
              “<bdi>{name}</bdi>” is deleted for good. A season with matches can be deleted for 24 hours after
              its start.
            </Trans>
          }
          confirmLabel={t`Delete`}
          onConfirm={() => !isBusy && remove.mutate(season)}
          trigger={
            <Button look="quiet" size="sm" variant="red" aria-describedby={headingId} disabled={isBusy}>
              <Trans>Delete</Trans>
            </Button>
          }
        >
          <GoesAlong kind="season" id={season.id} />
        </Confirm>
      </div>
    </li>
  )
}

type SeasonCall = typeof seasonEndpoints.end | typeof seasonEndpoints.undoEnd | typeof seasonEndpoints.remove

/** A call about a season as it is shown. */
function useSeasonCall(endpoint: SeasonCall, done: string, failed: string) {
  const { t } = useLingui()

  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: seasonsKey })
  return useMutation({
    mutationFn: ({ id, version }: Season): Promise<unknown> =>
      api(endpoint as typeof seasonEndpoints.end, { params: { id }, ifMatch: version }),
    onSuccess(_response, { name }) {
      toast({ title: done, description: name })
      return refetch()
    },
    onError(error) {
      toastFailure(failed, error, t`Please try again.`)
      return refetch()
    },
  })
}
