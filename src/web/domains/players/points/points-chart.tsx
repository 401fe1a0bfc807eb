import { type PointerEvent, useId, useState } from 'react'
import type { PointsHistory } from '../../../../contract/players/players-schemas.ts'
import { counted, formatChange, formatCount } from '../../../ui/format-count.ts'
import { type ChartDay, nearestDay, type PointsLine } from './points-line.ts'

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

const long = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Nov 12`. Days of the history are days of UTC wherever they are read. */
const shortDay = (date: string) => short.format(new Date(date))

/** `Nov 12, 2026`. */
const longDay = (date: string) => long.format(new Date(date))

const wordsOf = ({ date, points, change, wins, losses }: ChartDay) =>
  `${longDay(date)}: ${counted(points, 'point', 'points')} (${formatChange(change)}), ${counted(wins, 'win', 'wins')}, ${counted(losses, 'loss', 'losses')}`

/**
 * Points over time: a line, a slider that walks over its days, and the same as a table. Drawn by hand, since one line
 * of at most a year needs no library: what a chart library adds weighs more than the whole page.
 */
export function PointsChart({ history, line }: { history: PointsHistory; line: PointsLine }) {
  const readoutId = useId()
  const [chosen, setChosen] = useState(line.days.length - 1)
  const at = Math.min(chosen, line.days.length - 1)
  const day = line.days[at]
  const [first, last] = [line.days[0], line.days.at(-1)]
  if (day === undefined || first === undefined || last === undefined) return null

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(nearestDay(line, ((event.clientX - left) / width) * 100))
  }

  return (
    <figure>
      <figcaption id={readoutId} className="min-h-11 text-ink-soft text-sm tabular-nums sm:min-h-6">
        {wordsOf(day)}
      </figcaption>
      <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden className="relative h-48 text-right text-ink-faint text-xs tabular-nums">
          {/* Gives the column its width: the widest of the labels that are placed freely. */}
          <div className="invisible">
            {line.ticks.map(({ points }) => (
              <p key={points} className="h-0">
                {formatCount(points)}
              </p>
            ))}
          </div>
          {line.ticks.map(({ points, y }) => (
            <span key={points} className="absolute right-0 -translate-y-1/2" style={{ top: `${y}%` }}>
              {formatCount(points)}
            </span>
          ))}
        </div>
        <div className="relative h-48 touch-pan-y" onPointerMove={point} onPointerDown={point}>
          <Line line={line} />
          <Marker day={day} />
        </div>
        <p aria-hidden className="col-start-2 mt-2 flex justify-between gap-4 text-ink-faint text-xs">
          <span>{shortDay(first.date)}</span>
          {first !== last && <span>{shortDay(last.date)}</span>}
        </p>
        {line.days.length > 1 && (
          <input
            type="range"
            aria-label="Day of the chart"
            aria-valuetext={wordsOf(day)}
            min={0}
            max={line.days.length - 1}
            value={at}
            onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
            className="col-start-2 mt-1 h-6 w-full accent-ember"
          />
        )}
      </div>
      <PointsTable history={history} line={line} />
    </figure>
  )
}

function Line({ line: { path, ticks } }: { line: PointsLine }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {ticks.map(({ points, y }) => (
        <path key={points} d={`M0 ${y}H100`} vectorEffect="non-scaling-stroke" className="stroke-line" />
      ))}
      <path d={`${path}V100H0Z`} className="fill-ember/12" />
      <path
        d={path}
        vectorEffect="non-scaling-stroke"
        strokeWidth={2}
        strokeLinejoin="miter"
        className="fill-none stroke-ember"
      />
    </svg>
  )
}

function Marker({ day: { x, y } }: { day: ChartDay }) {
  return (
    <>
      <div aria-hidden className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${x}%` }} />
      <div
        aria-hidden
        className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 border-2 border-ground-card bg-ember-bright"
        style={{ left: `${x}%`, top: `${y}%` }}
      />
    </>
  )
}

function PointsTable({ history, line }: { history: PointsHistory; line: PointsLine }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-block cursor-pointer py-1.5 text-ink-soft underline underline-offset-4 hover:text-ink">
        Show as table
      </summary>
      <div className="mt-2 max-h-80 overflow-auto rounded-md border border-line">
        <table className="w-full text-left tabular-nums">
          <caption className="px-3 pt-3 pb-1 text-left text-ink-faint">
            {`Points by day (UTC); ${formatCount(history.startPoints)} before the first.`}
          </caption>
          <thead>
            <tr className="text-ink-faint">
              {['Day', 'Points', 'Change', 'Wins', 'Losses'].map((label) => (
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
                  {longDay(day.date)}
                </th>
                <td className="px-3 py-2">{formatCount(day.points)}</td>
                <td className="px-3 py-2">{formatChange(day.change)}</td>
                <td className="px-3 py-2">{formatCount(day.wins)}</td>
                <td className="px-3 py-2">{formatCount(day.losses)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
