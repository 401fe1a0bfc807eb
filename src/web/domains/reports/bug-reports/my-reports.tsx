import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Bug } from 'lucide-react'
import { Link } from 'react-router'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSay } from '../../../platform/translation.tsx'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { StaffResponse } from '../../../ui/staff-response.tsx'
import { Time } from '../../../ui/time.tsx'
import { ownReportsQuery } from './own-reports-query.ts'
import { gameModeLabel } from './report-words.ts'
import { StatusBadge } from './status-badge.tsx'

/** What became of the bugs that the signed-in member reported. */
export function MyReports({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const say = useSay()
  const client = useQueryClient()
  const mine = useInfiniteQuery({
    ...ownReportsQuery(api, member),
    // Sign-out refetches active queries before this page unmounts; without a session they are a 401.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  const reports = mine.data?.pages.flat() ?? []
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <CardTitle>
          <Trans>Your bug reports</Trans>
        </CardTitle>
        <Button asChild look="quiet" size="sm">
          <Link to="/report">
            <Bug aria-hidden className="size-4" />
            <Trans>Report a bug</Trans>
          </Link>
        </Button>
      </div>
      {mine.isPending && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">
            <Trans>Loading your bug reports...</Trans>
          </span>
          <Skeleton className="h-12" />
        </div>
      )}
      {mine.isSuccess && reports.length === 0 && (
        <CardText>
          <Trans>You have not reported a bug yet. Once you do, its status shows here.</Trans>
        </CardText>
      )}
      {reports.length > 0 && (
        <ul aria-label={t`Your bug reports`} className="-mb-3 divide-y divide-line border-line border-t">
          {reports.map(({ id, reason, gameMode, createdAt, status, answer }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3">
              <div className="min-w-0">
                <p className="wrap-anywhere font-semibold text-sm" dir="auto">
                  {reason}
                </p>
                <p className="text-ink-faint text-sm">
                  {say(gameModeLabel(gameMode))} · <Time iso={createdAt} />
                </p>
              </div>
              <StatusBadge status={status} />
              {answer !== null && <StaffResponse text={answer} />}
            </li>
          ))}
        </ul>
      )}
      {mine.isError && (
        <div className="mt-6 first:mt-0">
          <ErrorView
            title={t`Error loading your bug reports`}
            message={errorMessage(mine.error, t`Please try again.`)}
            onRetry={() => void (mine.isFetchNextPageError ? mine.fetchNextPage() : mine.refetch())}
          />
        </div>
      )}
      {mine.hasNextPage && !mine.isError && (
        <Button
          look="quiet"
          size="sm"
          className="mt-6"
          aria-disabled={mine.isFetching || undefined}
          onClick={() => !mine.isFetching && void mine.fetchNextPage()}
        >
          {mine.isFetchingNextPage && <Spinner />}
          {mine.isFetchingNextPage ? t`Loading more...` : t`Show older reports`}
        </Button>
      )}
    </Card>
  )
}
