import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import type { BackgroundJob } from '../../contract/admin/admin-schemas.ts'
import { api } from '../platform/api.ts'
import { useAddressChoice } from '../platform/navigation/address-choice.ts'
import { Badge } from '../ui/badge.tsx'
import { CardText, CardTitle } from '../ui/card.tsx'
import { formatCount } from '../ui/format-count.ts'
import { ErrorView } from '../ui/list/error-view.tsx'
import { Skeleton } from '../ui/list/skeleton.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { FiguresTable } from './figures-table.tsx'
import { jobsQuery } from './jobs-query.ts'

const countedUpTo = 1_000

/** Its newest run failed. */
const isFailing = ({ lastFailureAt, lastSuccessAt }: BackgroundJob) =>
  lastFailureAt !== null && (lastSuccessAt === null || lastFailureAt > lastSuccessAt)

/** The background jobs, for Owners: a line while all run, and a row for each that is late or failing; all where asked. */
export function Jobs() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(jobsQuery(api))
  const [shown] = useAddressChoice('jobs', ['late', 'all'])
  const late = data?.filter((job) => job.isLate || isFailing(job)) ?? []
  const rows = shown === 'all' ? data : late
  const count = data?.length ?? 0
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
          <CardText>
            {late.length === 0 ? (
              <Plural value={count} one="The only job runs." other="All # jobs run." />
            ) : (
              <Trans>
                {{ late: late.length }} of {{ all: count }} jobs are late or failing.
              </Trans>
            )}{' '}
            <Link
              to={shown === 'all' ? '?' : '?jobs=all'}
              preventScrollReset
              className="font-semibold text-ink underline underline-offset-4 hover:text-ember-bright"
            >
              {shown === 'all' ? t`Show fewer` : t`Show all ${{ length: count }}`}
            </Link>
          </CardText>
        )}
        {rows !== undefined && rows.length > 0 && (
          <FiguresTable
            label={t`Background jobs, table`}
            head={t`Job`}
            columns={[t`Last success`, t`Failures`, t`Waiting`, t`Oldest`, t`Last error`]}
            rows={rows.map(rowOf)}
          />
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
