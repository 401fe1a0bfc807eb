import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Swords } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { narrowedMatches } from '../../../contract/players/players.ts'
import type { MatchNarrowing } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LastTen } from './last-ten.tsx'
import { isNarrowing, playerMatchesQuery } from './match-query.ts'
import { MatchRow } from './match-row.tsx'

interface RecentMatchesProps {
  readonly id: number
  readonly narrowing?: MatchNarrowing
  readonly filters?: ReactNode
  /** False where the last ten of all matches stand elsewhere. */
  readonly hasLastTen?: boolean
}

export function RecentMatches({ id, narrowing = {}, filters, hasLastTen = true }: RecentMatchesProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const headingId = useId()
  const isNarrowed = isNarrowing(narrowing)
  const matches = useInfiniteQuery(playerMatchesQuery(api, id, narrowing))
  const rows = matches.data?.pages.flat() ?? []
  const { list, expectMore } = useFocusOnMore(rows.length)

  function loadMore() {
    if (matches.isFetching) return
    expectMore()
    void matches.fetchNextPage()
  }

  return (
    <section id="matches" aria-labelledby={headingId} className="scroll-mt-24">
      <h2 id={headingId} className="mb-4 font-display text-2xl leading-none">
        <Trans>Recent matches</Trans>
      </h2>
      {filters}
      {matches.isPending && (
        <div role="status" className="grid gap-2">
          <span className="sr-only">
            <Trans>Loading matches...</Trans>
          </span>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
      <div className="mb-4 empty:hidden">
        {(hasLastTen || isNarrowed) && <LastTen matches={rows} playerId={id} />}
      </div>
      {rows.length > 0 && (
        <ol ref={list} className="grid gap-2">
          {rows.map((match) => (
            <li key={match.matchId} data-anchor={`match-${match.matchId}`}>
              <MatchRow match={match} playerId={id} />
            </li>
          ))}
        </ol>
      )}
      {matches.data !== undefined && rows.length === 0 && (
        <EmptyState icon={Swords} title={isNarrowed ? t`No such match` : t`No matches yet`}>
          <p>
            {isNarrowed ? (
              t`None of the last ${{ count: formatCount(narrowedMatches, locale) }} matches fit these filters.`
            ) : (
              <Trans>Matches show up here as soon as they end.</Trans>
            )}
          </p>
        </EmptyState>
      )}
      {matches.error !== null && (matches.data === undefined || matches.isFetchNextPageError) ? (
        <div className={rows.length > 0 ? 'mt-4' : ''}>
          <ErrorView
            title={t`Error loading matches`}
            message={errorMessage(matches.error, t`Please try again.`)}
            onRetry={() => (rows.length > 0 ? loadMore() : void matches.refetch())}
          />
        </div>
      ) : (
        matches.hasNextPage && (
          <div className="mt-4 flex justify-center">
            <Button look="quiet" aria-disabled={matches.isFetching} onClick={loadMore}>
              {matches.isFetchingNextPage && <Spinner />}
              {matches.isFetchingNextPage ? <Trans>Loading more...</Trans> : <Trans>Load more</Trans>}
            </Button>
          </div>
        )
      )}
      <p role="status" className="sr-only">
        {(matches.data?.pages.length ?? 0) > 1 && t`${{ count: rows.length }} matches shown`}
      </p>
    </section>
  )
}

/** New rows appear in place of the button. The focus goes to the first of them, so that nothing moves. */
function useFocusOnMore(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const known = useRef(count)
  const wanted = useRef(false)
  useEffect(() => {
    const before = known.current
    known.current = count
    if (!wanted.current || count <= before) return
    wanted.current = false
    const firstNew = list.current?.children[before]?.firstElementChild
    if (firstNew instanceof HTMLElement) firstNew.focus({ preventScroll: true })
  }, [count])
  return {
    list,
    expectMore() {
      wanted.current = true
    },
  }
}
