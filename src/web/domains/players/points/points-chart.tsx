import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Message } from '../../../../contract/languages.ts'
import type { PointsHistory } from '../../../../contract/players/players-schemas.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { formatDay, formatShortUtcDay, formatUtcDay } from '../../../ui/date-format.ts'
import { formatChange, formatCount } from '../../../ui/format-count.ts'
import { LineChart } from '../../../ui/line-chart.tsx'
import type { ChartDay, PointsLine } from './points-line.ts'

const wordsOf = ({ date, points, change, wins, losses }: ChartDay, locale: string): Message =>
  msg`${{ day: formatUtcDay(date, locale) }}: ${plural(points, { one: '# point', other: '# points' })} (${{ change: formatChange(change, locale) }}), ${plural(wins, { one: '# win', other: '# wins' })}, ${plural(losses, { one: '# loss', other: '# losses' })}`

/** Points over time: a line, a slider that walks over its days, and the same as a table. */
export function PointsChart({ history, line }: { history: PointsHistory; line: PointsLine }) {
  const { t } = useLingui()
  const locale = useLocale()
  const [first, last] = [line.days[0], line.days.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <LineChart
      points={line.days}
      wordsOf={(day) => t(wordsOf(day, locale))}
      path={line.path}
      ticks={line.ticks.map(({ points, y }) => ({ y, label: formatCount(points, locale) }))}
      ends={[
        formatShortUtcDay(first.date, locale),
        first === last ? null : formatShortUtcDay(last.date, locale),
      ]}
      sliderLabel={t`Day of the chart`}
    >
      <PointsTable history={history} line={line} />
    </LineChart>
  )
}

function PointsTable({ history, line }: { history: PointsHistory; line: PointsLine }) {
  const locale = useLocale()
  const { t } = useLingui()
  return (
    <table className="w-full text-start tabular-nums">
      <caption className="px-3 pt-3 pb-1 text-start text-ink-faint">
        {t`Points by day; ${{ startPoints: formatCount(history.startPoints, locale) }} before the first.`}
      </caption>
      <thead>
        <tr className="text-ink-faint">
          {[t`Day (UTC)`, t`Points`, t`Change`, t`Wins`, t`Losses`].map((label) => (
            <th key={label} scope="col" className="px-3 py-2 font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {line.days.toReversed().map((day) => (
          <tr key={day.date} className="border-line border-t">
            <th scope="row" className="px-3 py-2 font-medium">
              {formatDay(day.date, 'UTC', locale)}
            </th>
            <td className="px-3 py-2">{formatCount(day.points, locale)}</td>
            <td className="px-3 py-2">{formatChange(day.change, locale)}</td>
            <td className="px-3 py-2">{formatCount(day.wins, locale)}</td>
            <td className="px-3 py-2">{formatCount(day.losses, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
