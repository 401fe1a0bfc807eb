import { msg } from '@lingui/core/macro'
import { sentence } from '../sentences.ts'
/** Length of a season's name, and the number of seasons. */
export const seasonLimits = { name: 60, seasons: 200 } as const

/** `closing`: for a day after the end, matches that arrive late still count. */
export const seasonStates = ['coming', 'running', 'closing', 'closed'] as const

export type SeasonState = (typeof seasonStates)[number]

/** Hours from a season's end until its standings are final. */
export const closingHours = 24

export const seasonEndsTooEarly = sentence(msg`The end must be after the start`)
