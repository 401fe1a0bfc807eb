import { msg } from '@lingui/core/macro'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import type { Message } from '../../../contract/languages.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { ApiError, isUnknown } from '../../platform/api-error.ts'

/** Why there is no player to show (docs/spec/rulings.md, Player pages). */
export interface Problem {
  readonly title: Message
  readonly hint?: Message
  readonly message: Message
  /** Asking again may help. */
  readonly passing: boolean
}

const statusOf = (error: unknown) =>
  error instanceof ApiError ? `${error.status} ${error.statusText}`.trim() : undefined

const failedLoad = (message: Message, unknown: boolean): Problem => ({
  title: msg`Error Loading Profile`,
  hint: unknown ? msg`Player Not Found` : msg`server error`,
  message,
  passing: !unknown,
})

export const invalidId: Problem = {
  title: msg`Invalid player ID`,
  message: msg`A player ID is a whole number, like the 11 in /player/11.`,
  passing: false,
}

export const unknownPlayer = failedLoad(
  msg`There is no player with this number. The link may be wrong, or the account was deleted.`,
  true,
)

export function userFailed(error: unknown) {
  if (isUnknown(error)) return unknownPlayer
  const status = statusOf(error)
  return failedLoad(
    status === undefined
      ? msg`Failed to fetch user data: no answer from the server`
      : msg`Failed to fetch user data: ${status}`,
    false,
  )
}

const noStats = (message: Message): Problem => ({ title: msg`Player Data Not Found`, message, passing: true })

export function statsFailed(error: unknown) {
  const status = statusOf(error)
  const message =
    status === undefined
      ? msg`Failed to fetch stats data: no answer from the server`
      : msg`Failed to fetch stats data: ${status}`
  return isUnknown(error) ? noStats(message) : failedLoad(message, false)
}

export const incompleteUser: Problem = {
  title: msg`Player Not Found`,
  message: msg`The server sent no name for this player.`,
  passing: true,
}

export const incompleteStats = noStats(msg`The server sent no stats for this player.`)

/** Without these two there is nobody to show; everything else may be missing. */
export const isWholeUser = (user: Partial<PublicUser>) =>
  typeof user.id === 'number' && typeof user.username === 'string' && user.username !== ''

export const isWholeStats = (stats: Partial<Stats>) =>
  [stats.kills, stats.deaths, stats.wins, stats.losses, stats.points].every(Number.isFinite)
