import { useState } from 'react'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { noChanges, positionChanges } from './position-changes.ts'

/** What two answers must share to be compared. */
export interface BoardView {
  readonly key: readonly unknown[]
  /** It begins with the first of all. */
  readonly isTop: boolean
}

/** Who moved between this answer and the one before it; nobody, while not `on`. */
export function usePositionChanges(board: Leaderboard | undefined, { key, isTop }: BoardView, on: boolean) {
  const view = JSON.stringify(key)
  const [seen, setSeen] = useState({ board, view, changes: noChanges })
  if (seen.board !== board || seen.view !== view) {
    const before = seen.view === view ? seen.board : undefined
    setSeen({
      board,
      view,
      changes: before && board ? positionChanges(before.entries, board.entries, isTop) : noChanges,
    })
  }
  return on ? seen.changes : noChanges
}
