import type { GameType } from '../../../../contract/rankings/stats.ts'
import { storedFlag } from '../../../platform/stored-flag.ts'
import { useLiveBoard } from './use-live-board.ts'

/** Whether this visitor wants live updates: on, unless they switched them off in this browser. */
const liveUpdates = storedFlag('live-updates', true)

/** Live updates of a game type, and the switch for them. */
export function useLiveSwitch(gameType: GameType) {
  const on = liveUpdates.useFlag()
  const { refresh } = useLiveBoard(gameType, on)

  function change(next: boolean) {
    liveUpdates.set(next)
    // What was played while it was off, nobody told.
    if (next) void refresh()
  }

  return { on, change }
}
