import type { RatingChange } from '../../../../contract/rankings/ratings-schemas.ts'
import { roundTicks } from '../../../ui/line-chart.tsx'

/** A rated match on the chart; x and y are percent of its width and height, y from the top. */
interface RatedPoint extends RatingChange {
  readonly x: number
  readonly y: number
}

export interface RatingLine {
  /** Oldest first. */
  readonly points: readonly RatedPoint[]
  readonly path: string
  readonly ticks: readonly { readonly rating: number; readonly y: number }[]
  /** Where another season begins. */
  readonly seasonStarts: readonly { readonly season: number | null; readonly x: number }[]
}

const round = (percent: number) => Math.round(percent * 100) / 100

/** One step for each match, from its history with the newest first; null without matches. */
export function ratingLine(history: readonly RatingChange[]): RatingLine | null {
  const matches = history.toReversed()
  const first = matches[0]
  if (first === undefined) return null
  const levels = matches.flatMap(({ before, after }) => [before, after])
  const ticks = roundTicks(Math.min(...levels), Math.max(...levels))
  const bottom = ticks[0] ?? 0
  const height = (ticks.at(-1) ?? bottom + 1) - bottom
  const xOf = (index: number) => round(((index + 1) / matches.length) * 100)
  const yOf = (rating: number) => round(100 - ((rating - bottom) / height) * 100)
  const isStart = (index: number) => index === 0 || matches[index]?.season !== matches[index - 1]?.season
  return {
    points: matches.map((match, index) => ({ ...match, x: xOf(index), y: yOf(match.after) })),
    // A season begins with another rating than the one before it ended with.
    path: matches
      .map(
        ({ before, after }, index) =>
          (index === 0 ? `M0 ${yOf(before)}` : isStart(index) ? `V${yOf(before)}` : '') +
          `L${xOf(index)} ${yOf(after)}`,
      )
      .join(''),
    ticks: ticks.map((rating) => ({ rating, y: yOf(rating) })),
    seasonStarts: matches.flatMap(({ season }, index) =>
      isStart(index) ? [{ season, x: index === 0 ? 0 : xOf(index - 1) }] : [],
    ),
  }
}
