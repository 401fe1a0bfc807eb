import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'

/** What players play with, as game servers report it. */
export const inputs = ['touch', 'controller', 'keyboard'] as const

export type Input = (typeof inputs)[number]

export const inputLabels: Record<Input, Message> = {
  touch: msg`Touch`,
  controller: msg`Controller`,
  keyboard: msg`Keyboard`,
}

/** A main input is that of 80 % of the last 30 matches with a known input, at least 10 (docs/ranked.md). */
export const mainInput = { share: 0.8, matches: 30, atLeast: 10 } as const

/** Players that a board of one input lists. */
export const inputBoardSize = 1_000

/** Players of a board whose position is known from the beginning of the day. */
export const openingSize = 10_000
