import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { cupLimits, cupPath } from '../../../../contract/cups/cups.ts'
import type { CupToWatch } from '../../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../../contract/cups/formats.ts'
import { api } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { watchedCupsQuery } from '../cup-queries.ts'
import { phaseBadges } from '../cup-words.ts'
import { SeedsDialog } from './seeds-dialog.tsx'

/** How often the list is asked for again while it is open. */
const everyMs = 15_000

/** A bracket in which somebody has a seat. */
const hasSeeds = (cup: CupToWatch) => !formatOf(cup).hasTable && cup.checkedIn > 0

/** Cups that are not over, those that wait for a ruling first; nothing where there is none. */
export function CupsToWatch() {
  const { t } = useLingui()
  const headingId = useId()
  const query = useQuery({ ...watchedCupsQuery(api), refetchInterval: everyMs })
  if (query.data?.length === 0) return null
  return (
    <Loaded
      query={query}
      failed={t`The cups could not be loaded`}
      loading={<Skeleton className="mb-8 h-28" />}
    >
      {(cups) => (
        <section aria-labelledby={headingId} className="mb-8 grid gap-3">
          <h2 id={headingId} className="font-display text-3xl leading-none">
            <Trans>Cups</Trans>
          </h2>
          <ul aria-labelledby={headingId} className="grid gap-3 md:grid-cols-2">
            {cups.map((cup) => (
              <WatchedCup key={cup.id} cup={cup} />
            ))}
          </ul>
          {cups.length >= cupLimits.listed && (
            <p className="text-ink-soft text-sm">
              <Trans>
                These are the first {{ count: cupLimits.listed }}.{' '}
                <Link to="/cups" className="underline">
                  The list of cups
                </Link>{' '}
                has all of them.
              </Trans>
            </p>
          )}
        </section>
      )}
    </Loaded>
  )
}

function WatchedCup({ cup }: { cup: CupToWatch }) {
  const { t } = useLingui()
  const locale = useLocale()
  const [label, tone] = phaseBadges[cup.phase]
  const { questioned, disputed } = cup
  const waits = [
    questioned > 0 && t`${plural(questioned, { one: '# questioned result', other: '# questioned results' })}`,
    disputed > 0 && t`${plural(disputed, { one: '# disputed result', other: '# disputed results' })}`,
  ].filter((text) => text !== false)
  const [registered, checkedIn] = [formatCount(cup.registered, locale), formatCount(cup.checkedIn, locale)]
  return (
    <li className="grid min-w-0 content-start gap-2 rounded-lg border border-line bg-ground-card p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint text-sm">
        <Badge tone={tone}>{t(label)}</Badge>
        <span>
          {cup.mode.name} · {t(formatOf(cup).name)}
        </span>
      </div>
      <h3 className="wrap-anywhere font-display text-2xl leading-tight">
        <Link to={cupPath(cup.id)} className="hover:text-ember-bright">
          <bdi>{cup.title}</bdi>
        </Link>
      </h3>
      {waits.length > 0 && (
        <p className="flex items-center gap-2 font-bold text-bad text-sm">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {waits.join(', ')}
        </p>
      )}
      <p className="text-ink-soft text-sm">
        {cup.startDate === null ? (
          cup.endsAbout === null ? (
            t`Date to be announced`
          ) : (
            <Trans>
              Date to be announced, ends about <Time iso={cup.endsAbout} />
            </Trans>
          )
        ) : cup.endsAbout === null ? (
          <Time iso={cup.startDate} />
        ) : (
          <Trans>
            <Time iso={cup.startDate} />, ends about <Time iso={cup.endsAbout} />
          </Trans>
        )}
      </p>
      <p className="text-ink-soft text-sm tabular-nums">
        {cup.waiting > 0
          ? t`${registered} registered, ${checkedIn} checked in, ${{ waiting: formatCount(cup.waiting, locale) }} waiting`
          : t`${registered} registered, ${checkedIn} checked in`}
      </p>
      {hasSeeds(cup) && <SeedsDialog cup={cup} />}
    </li>
  )
}
