import type { CupFormat } from './cups.ts'

export interface Preview {
  readonly format: CupFormat
  /** Who takes part; before the start, who would. */
  readonly entrants: number
  readonly minimum: number
  readonly bestOf: number
  readonly finalBestOf: number
  readonly gameMinutes: number
}

/** Minutes from call to begin of a match. */
const callMinutes = 2

/**
 * Minutes that a bracket takes when each match is won in as few games as it can, and each game takes its whole time. The
 * way through the losers' bracket is the longest one.
 */
export function bracketMinutes({
  format,
  entrants,
  minimum,
  bestOf,
  finalBestOf,
  gameMinutes,
}: Preview): number {
  const rounds = Math.ceil(Math.log2(Math.max(2, entrants, minimum)))
  const minutesOf = (games: number) => callMinutes + ((games + 1) / 2) * gameMinutes
  return (format === 'double' ? 2 * rounds - 1 : rounds - 1) * minutesOf(bestOf) + minutesOf(finalBestOf)
}
