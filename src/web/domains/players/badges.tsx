import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Award } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { milestoneLabel } from '../../../contract/rankings/milestones.ts'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { milestonesQuery } from './player-queries.ts'

/** Badges shown before all are asked for. */
const shownAtFirst = 6

/** The milestones of a player, newest first, each with the match that earned it. */
export function Badges({ id }: { id: number }) {
  const { t } = useLingui()
  const headingId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const { data, isError, refetch } = useQuery(milestonesQuery(api, id))
  if (data?.length === 0) return null
  const shown = showsAll ? data : data?.slice(0, shownAtFirst)
  return (
    <section aria-labelledby={headingId} className="mt-5 grid gap-3">
      <h3 id={headingId} className="font-display text-2xl leading-none">
        <Trans>Badges</Trans>
      </h3>
      {isError && <ErrorView title={t`Badges could not be loaded`} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton className="h-16" />}
      {shown !== undefined && (
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
          {shown.map(({ figure, step, matchId, at }) => (
            <li key={`${figure} ${step}`} className="min-w-0">
              <Link
                to={`/match/${matchId}`}
                className="flex items-center gap-3 rounded-md border border-line px-3 py-2 hover:border-ember hover:bg-ground-raised"
              >
                <Award aria-hidden className="size-6 shrink-0 text-ember" />
                <span className="grid min-w-0">
                  <span className="font-bold">{t(milestoneLabel(figure, step))}</span>
                  <span className="text-ink-faint text-xs">
                    <Time iso={at} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.length > shownAtFirst && (
        <Button
          look="quiet"
          size="sm"
          className="justify-self-start"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? <Trans>Show fewer</Trans> : t`Show all ${{ count: data.length }}`}
        </Button>
      )}
    </section>
  )
}
