export const gameServerLimits = {
  /** Keys that are not revoked, made in the browser. */
  servers: 100,
  /** Keys that a page lists, with revoked ones. */
  listed: 200,
  name: 64,
  /** Rejections that are shown of each server. */
  rejections: 20,
} as const

/**
 * `waiting`: no heartbeat came yet. `online`: the newest is younger than three of its intervals. `silent`: it is older.
 */
export const gameServerStates = ['waiting', 'online', 'silent', 'revoked'] as const
