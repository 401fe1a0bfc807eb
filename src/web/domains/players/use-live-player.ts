import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '../../platform/live/use-live.ts'

/** Ratings follow a match within a second or two. */
const debounceMs = 2_000

/** Fetches all that is shown of a player again after a match of theirs, and once a lost connection is back. */
export function useLivePlayer(id: number): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const refetch = () => void client.invalidateQueries({ queryKey: ['players', id] })
  useLive(
    { gameType: 'overall' },
    (message) => {
      if (message.type !== 'stats_update' || message.data.user.id !== id || timer.current !== undefined)
        return
      timer.current = setTimeout(() => {
        timer.current = undefined
        refetch()
      }, debounceMs)
    },
    refetch,
  )
}
