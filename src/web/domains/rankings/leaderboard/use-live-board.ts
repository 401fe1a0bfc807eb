import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StatsUpdate } from '../../../../contract/live-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import { live } from '../../../platform/live-socket.ts'
import { toast } from '../../../platform/toasts.ts'
import { useLive } from '../../../platform/use-live.ts'
import { createDebouncer, type Debouncer } from '../debouncer.ts'
import { boardsOf } from './board-query.ts'
import { liveNews } from './live-news.tsx'

/** Messages this close together are one piece of news. */
const debounceMs = 300
/** One toast at most in this time; the rows that changed light up each time. */
const toastPauseMs = 10_000

/** While `on`, finished matches of the game type show a toast, and its boards are refetched. */
export function useLiveBoard(gameType: GameType, on: boolean) {
  const client = useQueryClient()
  const updates = useRef<Debouncer<StatsUpdate>>(undefined)
  const ratings = useRef<Debouncer<true>>(undefined)
  const lastToastAt = useRef(Number.NEGATIVE_INFINITY)
  const refresh = () => client.invalidateQueries({ queryKey: boardsOf(gameType) })

  useEffect(() => {
    if (!on) return
    const news = createDebouncer<StatsUpdate>(debounceMs, ({ data }) => {
      if (Date.now() - lastToastAt.current >= toastPauseMs) {
        lastToastAt.current = Date.now()
        toast({ title: 'Live Stats Update', description: liveNews(data), place: 'top' })
      }
      return client.invalidateQueries({ queryKey: boardsOf(gameType) })
    })
    updates.current = news
    const rated = createDebouncer<true>(debounceMs, () =>
      client.invalidateQueries({ queryKey: boardsOf(gameType) }),
    )
    ratings.current = rated
    return () => {
      news.stop()
      rated.stop()
    }
  }, [client, gameType, on])

  useLive(
    on ? { gameType } : null,
    (message) => {
      if (message.type === 'ratings_update' && message.gameType === gameType) ratings.current?.add(true)
      if (message.type === 'stats_update' && message.gameType === gameType) updates.current?.add(message)
    },
    () => void refresh(),
  )

  useEffect(() => {
    if (!on) return
    return live.onConnectionError(() => {
      toast({
        variant: 'destructive',
        title: 'Connection Error',
        description: 'Could not connect to live stats updates',
      })
    })
  }, [on])

  return { refresh }
}
