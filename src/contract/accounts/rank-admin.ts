import { holds, isOwner, type Power, type Viewer } from './ranks.ts'

export const rankLimits = {
  ranks: 40,
  name: 24,
  /** Other names of one rank. */
  aliases: 20,
} as const

/** First names, which are keys for ever. */
export const rankKeyPattern = /^[A-Za-z0-9_-](?:[A-Za-z0-9 _-]{0,22}[A-Za-z0-9_-])?$/

/** Lowest and highest level of a power: what Discord compares, which order never changes. */
export const levelsOf: Readonly<Record<Power, readonly [number, number]>> = {
  member: [0, 3],
  helper: [4, 4],
  moderator: [5, 5],
  product: [6, 6],
  admin: [7, 7],
  manager: [8, 8],
  owner: [9, 9],
}

export const canReadRanks = (viewer: Viewer | null) => holds(viewer, 'manager', 'settings')

export const canChangeRanks = isOwner
