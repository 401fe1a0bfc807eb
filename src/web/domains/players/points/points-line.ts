import type { HistoryDay, PointsHistory } from '../../../../contract/players/players-schemas.ts'
import { roundTicks } from '../../../ui/line-chart.tsx'

/** A day of the chart; x and y are percent of its width and height, y from the top. */
export interface ChartDay extends HistoryDay {
  readonly change: number
  readonly x: number
  readonly y: number
}

export interface PointsLine {
  readonly days: readonly ChartDay[]
  /** The line as an SVG path in a square of 100: level until a day, then up or down to that day's points. */
  readonly path: string
  /** Horizontal lines at round numbers, the lowest first. */
  readonly ticks: readonly { readonly points: number; readonly y: number }[]
}

const dayMs = 86_400_000
const round = (percent: number) => Math.round(percent * 100) / 100

/** Points over time as something to draw; null when no day was played. */
export function pointsLine({ startPoints, days }: PointsHistory): PointsLine | null {
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  const levels = [startPoints, ...days.map(({ points }) => points)]
  const ticks = roundTicks(Math.min(...levels), Math.max(...levels))
  const bottom = ticks[0] ?? 0
  const height = (ticks.at(-1) ?? bottom + 1) - bottom
  const yOf = (points: number) => round(100 - ((points - bottom) / height) * 100)
  // One day of the level before stands at the left, so that the first change can be seen.
  const start = Date.parse(first.date) - dayMs
  const width = Date.parse(last.date) - start
  const drawn = days.map((day, index) => ({
    ...day,
    change: day.points - (levels[index] ?? 0),
    x: round(((Date.parse(day.date) - start) / width) * 100),
    y: yOf(day.points),
  }))
  return {
    days: drawn,
    path: `M0 ${yOf(startPoints)}${drawn.map(({ x, y }) => `H${x}V${y}`).join('')}`,
    ticks: ticks.map((points) => ({ points, y: yOf(points) })),
  }
}
