import { cupTimes } from './cups.ts'
import { type CupFormat, formatOf } from './formats.ts'

interface Bracket {
  readonly format: CupFormat
  /** Who takes part; before the start, who would. */
  readonly entrants: number
  readonly bestOf: number
  readonly finalBestOf: number
  readonly gameMinutes: number
}

/** Minutes of the longest way to the champion, when one final decides and when all have to be played. */
function wayMinutes(cup: Bracket, matchMinutes: (games: number) => number) {
  const rounds = Math.ceil(Math.log2(Math.max(2, cup.entrants)))
  const { beforeFinals, finals } = formatOf(cup).longestWay(rounds)
  const before = beforeFinals * matchMinutes(cup.bestOf)
  const final = matchMinutes(cup.finalBestOf)
  return { oneFinal: before + final, allFinals: before + finals * final }
}

/**
 * Minutes that a bracket takes when each match begins two minutes after its call and is won in as few games as it can, and
 * each game takes its whole time.
 */
export const bracketMinutes = ({ minimum, ...cup }: Bracket & { readonly minimum: number }): number =>
  wayMinutes(
    { ...cup, entrants: Math.max(cup.entrants, minimum) },
    (games) => 2 + ((games + 1) / 2) * cup.gameMinutes,
  ).oneFinal

/** Minutes that a bracket takes at most: each match begins at the last moment, and takes its whole time. */
export const longestBracketMinutes = (cup: Bracket): number =>
  wayMinutes(cup, (games) => cupTimes.appearMs / 60_000 + games * cup.gameMinutes).allFinals
