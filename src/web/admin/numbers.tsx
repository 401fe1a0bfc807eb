import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useRef } from 'react'
import { type DecisionKind, decisionKinds, numbersPeriods } from '../../contract/admin/numbers.ts'
import type { StaffNumbers } from '../../contract/admin/numbers-schemas.ts'
import type { Message } from '../../contract/languages.ts'
import { api } from '../platform/api.ts'
import { useAddressChoice } from '../platform/navigation/address-choice.ts'
import { useLocale } from '../platform/translation.tsx'
import { useRefetchViewerOnAuthError } from '../platform/use-refetch-viewer.ts'
import { classes } from '../ui/classes.ts'
import { ChoiceBar } from '../ui/form/choice-bar.tsx'
import { formatCount } from '../ui/format-count.ts'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { ErrorView } from '../ui/list/error-view.tsx'
import { Skeleton } from '../ui/list/skeleton.tsx'
import { FiguresTable, type FiguresTableProps } from './figures-table.tsx'
import { numbersQuery } from './numbers-query.ts'

const periods = [
  ['7', msg`7 days`],
  ['30', msg`30 days`],
  ['90', msg`90 days`],
] as const

const words: Record<DecisionKind, Message> = {
  cases: msg`Cases`,
  bugReports: msg`Bug reports`,
  applications: msg`Applications`,
  messages: msg`Messages`,
  appeals: msg`Appeals`,
  rulings: msg`Rulings`,
  punishments: msg`Punishments`,
}

/** How staff do their work in a period that the address names. It ranks nobody. */
export function Numbers() {
  const { t } = useLingui()
  const [days, setDays] = useAddressChoice('days', numbersPeriods)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...numbersQuery(api, days),
    placeholderData: keepPreviousData,
  })
  const box = useRef<HTMLDivElement>(null)
  useRefetchViewerOnAuthError(error)

  function retry() {
    // A retry removes the alert, and with it the button that has the focus.
    box.current?.focus({ preventScroll: true })
    void refetch()
  }

  return (
    <div ref={box} tabIndex={-1} className="grid gap-6 outline-offset-4">
      <ChoiceBar label={t`Period`} options={periods} value={days} onChange={setDays} />
      {error !== null && <ErrorView title={t`The numbers could not be loaded`} onRetry={retry} />}
      {data === undefined && error === null && <NumbersLoading />}
      {data !== undefined && (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={classes('grid gap-8 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <Lists lists={data.lists} />
          <Overturned overturned={data.overturned} />
          <People people={data.people} />
        </div>
      )}
    </div>
  )
}

/** Matches the height of the tables to avoid layout shift. */
function NumbersLoading() {
  return (
    <>
      <p role="status" className="sr-only">
        <Trans>Loading the numbers...</Trans>
      </p>
      <Skeleton className="h-72" />
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
    </>
  )
}

/** `2 h 5 min`: the two largest units. */
export function waitingTime(seconds: number): Message {
  if (seconds < 60) return msg`under 1 min`
  const minutes = Math.round(seconds / 60)
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? msg`${days} d ${hours} h` : msg`${days} d`
  if (hours > 0) return rest > 0 ? msg`${hours} h ${rest} min` : msg`${hours} h`
  return msg`${rest} min`
}

interface FiguresProps extends Omit<FiguresTableProps, 'label'> {
  readonly title: string
  readonly note: string
}

function Figures({ title, note, ...table }: FiguresProps) {
  const { t } = useLingui()
  return (
    <section aria-label={title}>
      <h2 className="font-display text-2xl leading-none">{title}</h2>
      <p className="mt-2 mb-3 max-w-prose text-ink-soft text-sm">{note}</p>
      <FiguresTable label={t`${title}, table`} {...table} />
    </section>
  )
}

function Lists({ lists }: Pick<StaffNumbers, 'lists'>) {
  const locale = useLocale()
  const { t } = useLingui()
  return (
    <Figures
      title={t`Waiting`}
      note={t`Median time to the first reply, and what is waiting now, by age.`}
      head={t`List`}
      columns={[t`Median`, t`Answered`, t`Under 1 day`, t`1–3 days`, t`3–7 days`, t`Older`]}
      rows={lists.map(({ list, answered, medianSeconds, open }) => ({
        key: list,
        head: t(words[list]),
        cells: [
          medianSeconds === null ? '–' : t(waitingTime(medianSeconds)),
          ...[answered, open.day, open.threeDays, open.week, open.older].map((count) =>
            formatCount(count, locale),
          ),
        ],
      }))}
    />
  )
}

const overturns: Record<StaffNumbers['overturned'][number]['kind'], Message> = {
  cases: msg`Cases opened again`,
  appeals: msg`Appeals that reduced or lifted`,
  rulings: msg`Rulings restored`,
}

function Overturned({ overturned }: Pick<StaffNumbers, 'overturned'>) {
  const locale = useLocale()
  const { t } = useLingui()
  return (
    <Figures
      title={t`Overturned`}
      note={t`How many decisions of this period were overturned.`}
      head={t`Decisions`}
      columns={[t`Decided`, t`Overturned`, t({ message: 'Share', context: 'part of all' })]}
      rows={overturned.map(({ kind, decided, overturned: count }) => ({
        key: kind,
        head: t(overturns[kind]),
        cells: [
          formatCount(decided, locale),
          formatCount(count, locale),
          decided === 0 ? '–' : `${Math.round((100 * count) / decided)} %`,
        ],
      }))}
    />
  )
}

function People({ people }: Pick<StaffNumbers, 'people'>) {
  const locale = useLocale()
  const { t } = useLingui()
  if (people.length === 0)
    return (
      <EmptyState icon={ChartColumn} title={t`Nobody decided anything in this period`}>
        <Trans>Choose a longer one.</Trans>
      </EmptyState>
    )
  return (
    <Figures
      title={t`Decisions`}
      note={t`By name. Some cases are harder than others, so these numbers do not say who works well.`}
      head={t`Name`}
      columns={decisionKinds.map((kind) => t(words[kind]))}
      rows={people.map(({ id, username, decisions }) => ({
        key: String(id),
        head: username === null ? t`Deleted account` : <bdi>{username}</bdi>,
        cells: decisionKinds.map((kind) => formatCount(decisions[kind], locale)),
      }))}
    />
  )
}
