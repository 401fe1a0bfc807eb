import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { BackgroundJob } from '../../contract/admin/admin-schemas.ts'
import { api } from '../platform/api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CardText, CardTitle } from '../ui/card.tsx'
import { ErrorView } from '../ui/error-view.tsx'
import { formatCount } from '../ui/format-count.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FiguresTable } from './figures-table.tsx'
import { jobsQuery } from './jobs-query.ts'

const shownAtFirst = 8
const countedUpTo = 1_000

/** The background jobs, for Owners: late jobs first, then those with a queue. */
export function Jobs() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(jobsQuery(api))
  const [showsAll, setShowsAll] = useState(false)
  const box = useRef<HTMLElement>(null)

  function retry() {
    // A retry removes the alert, and with it the button that has the focus.
    box.current?.focus({ preventScroll: true })
    void refetch()
  }

  return (
    <section ref={box} tabIndex={-1} aria-labelledby="jobs-title" className="min-w-0 outline-offset-4">
      <CardTitle id="jobs-title">
        <Trans>Background jobs</Trans>
      </CardTitle>
      <CardText className="mt-2 max-w-prose">
        <Trans>Across all processes. A job is late when it has not succeeded for three intervals.</Trans>
      </CardText>
      <div className="mt-3 grid grid-cols-1 justify-items-start gap-3">
        {error !== null && <ErrorView title={t`The jobs could not be loaded`} onRetry={retry} />}
        {data === undefined && error === null && (
          <>
            <p role="status" className="sr-only">
              <Trans>Loading the jobs...</Trans>
            </p>
            <Skeleton className="h-72 w-full" />
          </>
        )}
        {data?.length === 0 && (
          <CardText>
            <Trans>No job has run yet. The list updates every 15 seconds.</Trans>
          </CardText>
        )}
        {data !== undefined && data.length > 0 && (
          <FiguresTable
            label={t`Background jobs, table`}
            head={t`Job`}
            columns={[t`Last success`, t`Failures`, t`Waiting`, t`Oldest`, t`Last error`]}
            rows={(showsAll ? data : data.slice(0, shownAtFirst)).map(rowOf)}
          />
        )}
        {data !== undefined && data.length > shownAtFirst && (
          <Button
            look="quiet"
            size="sm"
            aria-expanded={showsAll}
            onClick={() => setShowsAll((before) => !before)}
          >
            {showsAll ? t`Show fewer` : t`Show all ${{ length: data.length }}`}
          </Button>
        )}
      </div>
    </section>
  )
}

const age = (at: string | null, otherwise: ReactNode) => (at === null ? otherwise : <RelativeTime iso={at} />)

/** A job has the name that log and metrics give it, in English as they are. */
const rowOf = (job: BackgroundJob) => ({
  key: job.name,
  head: (
    <>
      <span lang="en">{job.name}</span>{' '}
      {job.isLate && (
        <Badge tone="bad">
          <Trans>Late</Trans>
        </Badge>
      )}
    </>
  ),
  cells: [
    age(job.lastSuccessAt, <Trans key="never">Not yet</Trans>),
    formatCount(job.failures),
    job.waiting === null ? (
      '–'
    ) : job.waiting === countedUpTo ? (
      <Trans key="waiting">{{ count: formatCount(job.waiting) }} or more</Trans>
    ) : (
      formatCount(job.waiting)
    ),
    age(job.waitingSince, '–'),
    job.lastError === null ? '–' : <LastError key="error" text={job.lastError} at={job.lastFailureAt} />,
  ],
})

const LastError = ({ text, at }: { text: string; at: string | null }) => (
  <span className="wrap-anywhere block w-64 whitespace-normal text-start">
    {at !== null && (
      <span className="text-ink-faint">
        <RelativeTime iso={at} />:{' '}
      </span>
    )}
    <span lang="en">{text}</span>
  </span>
)
