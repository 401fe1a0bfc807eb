import { useEffect, useRef } from 'react'
import type { GameType } from '../../../contract/rankings/stats.ts'
import { useLive } from './use-live.ts'

/** Messages within this time cause one refetch. */
const debounceMs = 1_000

/** Calls `refetch` after figures or ratings of one of the game types changed, once a second at most. */
export function useLiveRefetch(gameTypes: readonly GameType[], refetch: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(
    gameTypes.map((gameType) => ({ gameType })),
    (message) => {
      if (message.type !== 'stats_update' && message.type !== 'ratings_update') return
      // Another part of the page may have subscribed to other game types.
      if (!gameTypes.includes(message.gameType) || timer.current !== undefined) return
      timer.current = setTimeout(() => {
        timer.current = undefined
        refetch()
      }, debounceMs)
    },
    refetch,
  )
}
