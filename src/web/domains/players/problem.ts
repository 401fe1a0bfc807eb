import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { ApiError, isUnknown } from '../../platform/api-error.ts'

/** Why there is no player to show (docs/spec/rulings.md, Player pages). */
export interface Problem {
  readonly title: string
  readonly hint?: 'Player Not Found' | 'server error'
  readonly message: string
  /** Asking again may help. */
  readonly passing: boolean
}

const statusOf = (error: unknown) =>
  error instanceof ApiError ? `${error.status} ${error.statusText}`.trim() : 'no answer from the server'

const failedLoad = (message: string): Problem => {
  const unknown = message.includes('404')
  return {
    title: 'Error Loading Profile',
    hint: unknown ? 'Player Not Found' : 'server error',
    message,
    passing: !unknown,
  }
}

export const invalidId: Problem = {
  title: 'Invalid player ID',
  message: 'A player ID is a whole number, like the 11 in /player/11.',
  passing: false,
}

export const unknownPlayer = failedLoad('Failed to fetch user data: 404 Not Found')

export const userFailed = (error: unknown) => failedLoad(`Failed to fetch user data: ${statusOf(error)}`)

const noStats = (message: string): Problem => ({ title: 'Player Data Not Found', message, passing: true })

export const statsFailed = (error: unknown) => {
  const message = `Failed to fetch stats data: ${statusOf(error)}`
  return isUnknown(error) ? noStats(message) : failedLoad(message)
}

export const incompleteUser: Problem = {
  title: 'Player Not Found',
  message: 'The server sent no name for this player.',
  passing: true,
}

export const incompleteStats = noStats('The server sent no stats for this player.')

/** Without these two there is nobody to show; everything else may be missing. */
export const isWholeUser = (user: Partial<PublicUser>) =>
  typeof user.id === 'number' && typeof user.username === 'string' && user.username !== ''

export const isWholeStats = (stats: Partial<Stats>) =>
  [stats.kills, stats.deaths, stats.wins, stats.losses, stats.points].every(Number.isFinite)
