import { useState } from 'react'
import type { GameType } from '../../../contract/stats.ts'
import { useLiveBoard } from './use-live-board.ts'

/** Live updates of a game type: on, unless the visitor switches them off. */
export function useLiveSwitch(gameType: GameType) {
  const [on, setOn] = useState(true)
  const { refresh } = useLiveBoard(gameType, on)

  function change(next: boolean) {
    setOn(next)
    // What was played while it was off, nobody told.
    if (next) void refresh()
  }

  return { on, change }
}
