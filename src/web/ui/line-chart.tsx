import { Trans } from '@lingui/react/macro'
import { type PointerEvent, type ReactNode, useId, useState } from 'react'

/** A point of a chart; x and y are percent of its width and height, y from the top. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

export interface LineChartProps<Point extends ChartPoint> {
  /** Not empty, from left to right. */
  readonly points: readonly Point[]
  /** What a point says, for eyes and screen readers. */
  readonly wordsOf: (point: Point) => string
  /** The line as an SVG path in a square of 100. */
  readonly path: string
  /** Horizontal lines with their labels. */
  readonly ticks: readonly { readonly label: string; readonly y: number }[]
  /** Vertical lines with their labels. */
  readonly marks?: readonly { readonly label: string; readonly x: number }[]
  /** Below the left and the right end. */
  readonly ends: readonly [string, string | null]
  readonly sliderLabel: string
  /** The same as a table; rendered once it is opened, because its rows cost more than the chart. */
  readonly children: ReactNode
}

/** The point nearest to `x`. */
export const nearestPoint = (points: readonly Pick<ChartPoint, 'x'>[], x: number) =>
  points.reduce(
    (nearest, point, index) =>
      Math.abs(point.x - x) < Math.abs((points[nearest]?.x ?? 0) - x) ? index : nearest,
    0,
  )

/** Between two and five round whole numbers that hold `least` and `most` between them. */
export function roundTicks(least: number, most: number): number[] {
  const span = Math.max(most - least, 4)
  const tenth = 10 ** Math.floor(Math.log10(span))
  const steps = [1, 2, 5, 10].map((times) => (times * tenth) / 2)
  const step = steps.find((one) => Number.isInteger(one) && span / one <= 3) ?? tenth * 10
  const from = Math.floor(least / step)
  const to = Math.max(Math.ceil(most / step), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step)
}

/**
 * A line, and a slider that walks over its points. Drawn by hand: what a chart library adds weighs more than the whole
 * page.
 */
export function LineChart<Point extends ChartPoint>({
  points,
  wordsOf,
  path,
  ticks,
  marks = [],
  ends,
  sliderLabel,
  children,
}: LineChartProps<Point>) {
  const readoutId = useId()
  const [chosen, setChosen] = useState(points.length - 1)
  const [isTableOpen, setTableOpen] = useState(false)
  const at = Math.min(chosen, points.length - 1)
  const point = points[at]
  if (point === undefined) return null
  const words = wordsOf(point)

  function choose(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(nearestPoint(points, ((event.clientX - left) / width) * 100))
  }

  return (
    <figure>
      <figcaption id={readoutId} className="min-h-11 text-ink-soft text-sm tabular-nums sm:min-h-6">
        {words}
      </figcaption>
      <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden className="relative h-48 text-end text-ink-faint text-xs tabular-nums">
          {/* Gives the column its width: the widest of the labels that are placed freely. */}
          <div className="invisible">
            {ticks.map(({ label, y }) => (
              <p key={y} className="h-0">
                {label}
              </p>
            ))}
          </div>
          {ticks.map(({ label, y }) => (
            <span key={y} className="absolute end-0 -translate-y-1/2" style={{ top: `${y}%` }}>
              {label}
            </span>
          ))}
        </div>
        <div className="relative h-48 touch-pan-y" onPointerMove={choose} onPointerDown={choose}>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {ticks.map(({ y }) => (
              <path key={y} d={`M0 ${y}H100`} vectorEffect="non-scaling-stroke" className="stroke-line" />
            ))}
            {marks.map(({ x }) => (
              <path
                key={x}
                d={`M${x} 0V100`}
                vectorEffect="non-scaling-stroke"
                strokeDasharray="4 4"
                className="stroke-line-strong"
              />
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
          {marks.map(({ x, label }) => (
            <bdi
              key={x}
              aria-hidden
              className="absolute top-0 max-w-28 truncate bg-ground-card/80 px-1 text-ink-faint text-xs"
              style={x > 60 ? { right: `${100 - x}%` } : { left: `${x}%` }}
            >
              {label}
            </bdi>
          ))}
          <div
            aria-hidden
            className="absolute inset-y-0 w-px bg-line-strong"
            style={{ left: `${point.x}%` }}
          />
          <div
            aria-hidden
            className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 border-2 border-ground-card bg-ember-bright"
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
          />
        </div>
        <p aria-hidden className="col-start-2 mt-2 flex justify-between gap-4 text-ink-faint text-xs">
          <span>{ends[0]}</span>
          {ends[1] !== null && <span>{ends[1]}</span>}
        </p>
        {points.length > 1 && (
          <input
            type="range"
            aria-label={sliderLabel}
            aria-valuetext={words}
            min={0}
            max={points.length - 1}
            value={at}
            onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
            className="col-start-2 mt-1 h-6 w-full accent-ember"
          />
        )}
      </div>
      <details className="mt-3 text-sm" onToggle={(event) => setTableOpen(event.currentTarget.open)}>
        <summary className="inline-block cursor-pointer py-1.5 text-ink-soft underline underline-offset-4 hover:text-ink">
          <Trans>Show as table</Trans>
        </summary>
        <div className="mt-2 max-h-80 overflow-auto rounded-md border border-line">
          {isTableOpen && children}
        </div>
      </details>
    </figure>
  )
}
