import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'

/** How a champion is found: by points within a window, or by a bracket in which one or two lost matches are the end. */
export const cupFormats = ['arena', 'single', 'double'] as const

export type CupFormat = (typeof cupFormats)[number]

/** Which matches count: ranked ones, or all. */
export const cupMatchKinds = ['ranked', 'any'] as const

interface FormatRules {
  readonly name: Message
  /** What staff read when they choose it. */
  readonly hint: Message
  /** Bounds of the seats, and of the minimum. */
  readonly seats: { readonly min: number; readonly max: number }
  readonly matches: (typeof cupMatchKinds)[number]
  /** Players check in before the start. Otherwise registering is the check-in, and players still enter a running cup. */
  readonly hasCheckIn: boolean
  /** Points in a table decide, until an end that staff plan. A final bracket of the best may follow. */
  readonly hasTable: boolean
  readonly hasThirdPlace: boolean
  /** Matches on the longest way to the champion, in a bracket with so many rounds of winners. */
  longestWay(rounds: number): { readonly beforeFinals: number; readonly finals: number }
}

const single: FormatRules = {
  name: msg`Single elimination`,
  hint: msg`Lose once and you are out.`,
  seats: { min: 4, max: 128 },
  matches: 'any',
  hasCheckIn: true,
  hasTable: false,
  hasThirdPlace: true,
  longestWay: (rounds) => ({ beforeFinals: rounds - 1, finals: 1 }),
}

/** Everything that differs between formats and that server and browser agree on. */
export const formats: Readonly<Record<CupFormat, FormatRules>> = {
  single,
  double: {
    ...single,
    name: msg`Double elimination`,
    hint: msg`Lose twice and you are out.`,
    hasThirdPlace: false,
    // Through all of the losers' bracket.
    longestWay: (rounds) => ({ beforeFinals: 2 * rounds - 1, finals: 2 }),
  },
  arena: {
    ...single,
    name: msg`Arena`,
    hint: msg`Everybody’s ranked matches count from the start to the end of the event.`,
    seats: { min: 2, max: 5_000 },
    matches: 'ranked',
    hasCheckIn: false,
    hasTable: true,
    hasThirdPlace: false,
  },
}

export const formatOf = ({ format }: { readonly format: CupFormat }): FormatRules => formats[format]

/** “Arena, then a final bracket of 8”: only an arena has one. */
export const formatName = ({
  format,
  cut,
}: {
  readonly format: CupFormat
  readonly cut: number | null
}): Message => (cut === null ? formats[format].name : msg`Arena, then a final bracket of ${cut}`)
