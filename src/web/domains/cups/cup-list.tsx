import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Crown, Trophy, Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { cupPath } from '../../../contract/cups/cups.ts'
import type { CupSummary } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { api } from '../../platform/api.ts'
import { useSay } from '../../platform/translation.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { NearTime } from '../../ui/time.tsx'
import { cupsQuery } from './cup-queries.ts'
import { phaseBadges, sizeLabel } from './cup-words.ts'
import { MarkedPlace } from './marked-place.tsx'
import { SeatsTaken } from './seats-taken.tsx'

/** Running, next and past cups. */
export function CupList() {
  const { t } = useLingui()
  const isRunningWaiting = useInfiniteQuery(cupsQuery(api, 'running')).isPending
  const isNextWaiting = useInfiniteQuery(cupsQuery(api, 'open')).isPending || isRunningWaiting
  useInfiniteQuery(cupsQuery(api, 'past'))
  // All are asked for at once; each part comes once all above it have come, so that none moves down.
  return (
    <div className="grid min-h-dvh content-start gap-10">
      <CupSection
        title={t`Running now`}
        state="running"
        empty={
          <p className="text-ink-soft">
            <Trans>No cup is running.</Trans>
          </p>
        }
      />
      {!isRunningWaiting && (
        <CupSection
          title={t({ message: 'Next', context: 'cups' })}
          state="open"
          empty={
            <EmptyState icon={Trophy} title={t`No cup is planned`}>
              <Trans>
                The team announces the next one here and on the{' '}
                <Link to="/events" className="underline">
                  events page
                </Link>
                .
              </Trans>
            </EmptyState>
          }
        />
      )}
      {!isNextWaiting && (
        <CupSection
          title={t({ message: 'Past', context: 'cups' })}
          state="past"
          empty={
            <p className="text-ink-soft">
              <Trans>No cup has ended yet.</Trans>
            </p>
          }
        />
      )}
    </div>
  )
}

interface CupSectionProps {
  readonly title: string
  readonly state: 'running' | 'open' | 'past'
  readonly empty: ReactNode
}

function CupSection({ title, state, empty }: CupSectionProps) {
  const { t } = useLingui()
  const headingId = useId()
  const query = useInfiniteQuery(cupsQuery(api, state))
  const { data, error, refetch, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  const failed = t`The cups could not be loaded`
  const shown = { data: data?.pages.flat(), error: isFetchNextPageError ? null : error, refetch }
  return (
    <section aria-labelledby={headingId} className="grid gap-4">
      <h2 id={headingId} className="font-display text-4xl leading-none">
        {title}
      </h2>
      <Loaded query={shown} failed={failed} loading={<Skeleton className="h-28" />}>
        {(cups) =>
          cups.length === 0 ? (
            empty
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {cups.map((cup) => (
                <li key={cup.id} className="grid min-w-0">
                  <CupCard cup={cup} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isFetchNextPageError && <ErrorView title={failed} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <Button
          look="quiet"
          className="justify-self-center"
          aria-disabled={isFetchingNextPage || undefined}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {isFetchingNextPage ? t`Loading more...` : t`Load more`}
        </Button>
      )}
    </section>
  )
}

function CupCard({ cup }: { cup: CupSummary }) {
  const { t } = useLingui()
  const say = useSay()
  const [label, tone] = phaseBadges[cup.phase]
  return (
    <article className="grid content-start gap-2.5 rounded-lg border border-line bg-ground-card p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-faint text-sm">
        <Badge tone={tone}>{say(label)}</Badge>
        <span>
          {[cup.mode.name, say(formatOf(cup).name), say(sizeLabel(cup.size))].filter(Boolean).join(' · ')}
        </span>
      </div>
      <h3 className="wrap-anywhere font-display text-3xl leading-none">
        <Link to={cupPath(cup.id)} className="hover:text-ember-bright">
          <bdi>{cup.title}</bdi>
        </Link>
      </h3>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
        <span>{cup.startDate === null ? t`Date to be announced` : <NearTime iso={cup.startDate} />}</span>
        <span className="inline-flex items-center gap-1.5">
          <Users aria-hidden className="size-4" />
          <SeatsTaken cup={cup} />
        </span>
      </p>
      {cup.champion !== null && (
        <p className="flex items-center gap-2 font-bold text-rank-gold">
          <Crown aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">
            <Trans>Champion:</Trans>
          </span>
          <PlayerName name={cup.champion.username} />
          {cup.champion.isMarked && <MarkedPlace />}
        </p>
      )}
    </article>
  )
}
