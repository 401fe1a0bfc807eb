import { msg } from '@lingui/core/macro'

/** Length of a season's name, and the number of seasons. */
export const seasonLimits = { name: 60, seasons: 200 } as const

/** `closing`: for a day after the end, matches that arrive late still count. */
export const seasonStates = ['coming', 'running', 'closing', 'closed'] as const

/** Hours from a season's end until its standings are final. */
export const closingHours = 24

/** A season with matches can be deleted for this long after its start. */
export const startUndoHours = 24

/** Whoever is on one of these places of a board does not end its season, nor move its end. */
export const leadingPlaces = 3

export const seasonEndsTooEarly = msg`The end must be after the start`
