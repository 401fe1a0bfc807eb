import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { StatusHistory as History } from '../../../../contract/network/status-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatUtcDay } from '../../../ui/date-format.ts'
import { formatCount, formatPercent } from '../../../ui/format-count.ts'
import { roundTicks } from '../../../ui/line-chart.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'

const freshMs = 60_000

export const statusHistoryQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['status-history'],
    queryFn: ({ signal }) => call(statusEndpoints.history, { signal }),
    staleTime: freshMs,
    refetchInterval: freshMs,
  })

/** Players of a day, their peak, and how often the game server answered. */
export function StatusHistory() {
  const query = useQuery(statusHistoryQuery(api))
  const { t } = useLingui()
  return (
    <Loaded
      query={query}
      failed={t`The history could not be loaded`}
      loading={
        <div className="grid gap-6">
          <Skeleton className="h-72" />
          <Skeleton className="h-48" />
        </div>
      }
    >
      {(history) => (
        <div className="grid gap-6">
          <PlayersOfDay history={history} />
          <Uptime days={history.days} />
        </div>
      )}
    </Loaded>
  )
}

function PlayersOfDay({ history: { steps, peak } }: { history: History }) {
  const { i18n } = useLingui()
  const players = peak && i18n.number(peak.players)
  const most = Math.max(0, ...steps.map(({ players }) => players ?? 0))
  const isMeasured = steps.some(({ players }) => players !== null)
  const ticks = roundTicks(0, most)
  const top = ticks.at(-1) ?? 1
  const heightOf = (players: number) => (players / top) * 100
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-display text-3xl leading-none">
        <Trans>Players in the last 24 hours</Trans>
      </h2>
      <p className="text-ink-soft text-sm">
        {isMeasured ? (
          <Trans>
            At most <Plural value={most} one="# player" other="# players" /> at once.
          </Trans>
        ) : (
          <Trans>Nothing was measured in the last 24 hours.</Trans>
        )}
        {peak !== null && (
          <>
            {' '}
            <Trans>
              The peak of 30 days is <strong className="text-ink">{players}</strong>, in the hour of{' '}
              <Time iso={peak.hour} />.
            </Trans>
          </>
        )}
      </p>
      {isMeasured && (
        <>
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <div aria-hidden className="relative h-48 w-8 text-end text-ink-faint text-xs tabular-nums">
              {ticks.map((tick) => (
                <span
                  key={tick}
                  className="absolute end-0 translate-y-1/2"
                  style={{ bottom: `${heightOf(tick)}%` }}
                >
                  {i18n.number(tick)}
                </span>
              ))}
            </div>
            <svg
              aria-hidden="true"
              viewBox={`0 0 ${steps.length} 100`}
              preserveAspectRatio="none"
              className="h-48 w-full border-line border-b"
            >
              {ticks.map((tick) => (
                <path
                  key={tick}
                  d={`M0 ${100 - heightOf(tick)}H${steps.length}`}
                  vectorEffect="non-scaling-stroke"
                  className="stroke-line"
                />
              ))}
              <path
                className="fill-ember"
                d={steps
                  .map(({ players }, at) =>
                    players === null || players === 0
                      ? ''
                      : `M${at + 0.1} 100V${100 - heightOf(players)}H${at + 0.9}V100Z`,
                  )
                  .join('')}
              />
              <path
                className="fill-bad"
                d={steps
                  .map(({ asked, answered }, at) =>
                    asked > 0 && answered === 0 ? `M${at} 97H${at + 1}V100H${at}Z` : '',
                  )
                  .join('')}
              />
            </svg>
            <p aria-hidden className="col-start-2 mt-2 flex justify-between text-ink-faint text-xs">
              <span>
                <Trans>24 hours ago</Trans>
              </span>
              <span>
                <Trans>Now</Trans>
              </span>
            </p>
          </div>
          <details className="text-sm">
            <summary className="inline-block cursor-pointer py-1.5 text-ink-soft underline underline-offset-4 hover:text-ink">
              <Trans>Show as table</Trans>
            </summary>
            <div className="mt-2 max-h-80 overflow-auto rounded-md border border-line">
              <table className="w-full text-start tabular-nums">
                <caption className="px-3 pt-3 pb-1 text-start text-ink-faint">
                  <Trans>The most players at once, every 15 minutes.</Trans>
                </caption>
                <thead>
                  <tr className="text-ink-faint">
                    <th scope="col" className="px-3 py-2 font-medium">
                      <Trans comment="A column of times" context="time">
                        From
                      </Trans>
                    </th>
                    <th scope="col" className="px-3 py-2 font-medium">
                      <Trans>Players</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {steps.toReversed().map((step) => (
                    <tr key={step.at} className="border-line border-t">
                      <th scope="row" className="px-3 py-2 font-medium">
                        <Time iso={step.at} />
                      </th>
                      <td className="px-3 py-2">
                        <Players step={step} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </Card>
  )
}

function Players({ step: { players, answered } }: { step: History['steps'][number] }) {
  const { i18n } = useLingui()
  if (players === null) return <Trans>not measured</Trans>
  return answered === 0 ? <Trans>no answer</Trans> : i18n.number(players)
}

/** Never rounded up to all of it: 99.99 % is not 100 %. */
function percent(answered: number, asked: number, locale: string): string {
  const share = Math.floor((answered / asked) * 1_000) / 10
  return locale === 'en-US' ? `${formatCount(share, locale)} %` : formatPercent(share, locale)
}

function Uptime({ days }: { days: History['days'] }) {
  const asked = days.reduce((sum, day) => sum + day.asked, 0)
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  const [first] = days.filter((day) => day.asked > 0)
  const { i18n } = useLingui()
  const locale = useLocale()
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-display text-3xl leading-none">
        <Trans>Uptime in 90 days</Trans>
      </h2>
      {first === undefined ? (
        <p className="text-ink-soft text-sm">
          <Trans>Nothing was measured yet.</Trans>
        </p>
      ) : (
        <>
          <p>
            <strong className="font-display text-5xl">{percent(answered, asked, locale)}</strong>
          </p>
          <p className="text-ink-soft text-sm">
            <Trans>
              The game server answered {{ answered: i18n.number(answered) }} of{' '}
              {{ asked: i18n.number(asked) }} questions since {{ day: formatUtcDay(first.day, locale) }}.
              While this site itself was down, nothing was measured.
            </Trans>
          </p>
          <ol className="flex h-10 gap-px sm:gap-0.5">
            {days.map((day) => {
              const words = i18n._(dayWords(day, locale))
              return (
                <li key={day.day} title={words} className={`min-w-0 flex-1 rounded-xs ${toneOf(day)}`}>
                  <span className="sr-only">{words}</span>
                </li>
              )
            })}
          </ol>
          <p aria-hidden className="flex justify-between text-ink-faint text-xs">
            <span>
              <Trans>90 days ago</Trans>
            </span>
            <span>
              <Trans>Today</Trans>
            </span>
          </p>
        </>
      )}
    </Card>
  )
}

const dayWords = ({ day, asked, answered }: History['days'][number], locale: string) =>
  asked === 0
    ? msg`${{ day: formatUtcDay(day, locale) }}: not measured`
    : msg`${{ day: formatUtcDay(day, locale) }}: ${{ share: percent(answered, asked, locale) }}`

function toneOf({ asked, answered }: History['days'][number]): string {
  if (asked === 0) return 'bg-line'
  if (answered === asked) return 'bg-good'
  return answered / asked >= 0.99 ? 'bg-good/60' : answered / asked >= 0.9 ? 'bg-ember' : 'bg-bad'
}
