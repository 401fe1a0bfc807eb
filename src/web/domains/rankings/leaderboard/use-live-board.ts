import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StatsUpdate } from '../../../../contract/live-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import { live } from '../../../platform/live.ts'
import { toast } from '../../../platform/toasts.ts'
import { useLive } from '../../../platform/use-live.ts'
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

interface Debouncer<Message> {
  add(message: Message): void
  /** Forgets what has not been handed on. */
  stop(): void
}

/**
 * Hands on the last of the messages that come within `windowMs` of the first. While that is being dealt with, more are
 * collected: a slow network gets fewer turns, not a queue of them.
 */
export function createDebouncer<Message>(
  windowMs: number,
  handOn: (last: Message) => Promise<unknown>,
): Debouncer<Message> {
  let last: { readonly message: Message } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false

  async function end() {
    timer = undefined
    if (last === undefined) return
    const { message } = last
    last = undefined
    busy = true
    await handOn(message)
    busy = false
    if (last !== undefined) timer = setTimeout(end, windowMs)
  }

  return {
    add(message) {
      last = { message }
      if (!busy && timer === undefined) timer = setTimeout(end, windowMs)
    },
    stop() {
      last = undefined
      clearTimeout(timer)
      timer = undefined
    },
  }
}
