import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StatsUpdate } from '../../../../contract/live-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import { live } from '../../../platform/live/live-socket.ts'
import { useLive } from '../../../platform/live/use-live.ts'
import { toast } from '../../../platform/toasts.ts'
import { createDebouncer, type Debouncer } from '../debouncer.ts'
import { boardsOf } from './board-query.ts'
import { liveNews } from './live-news.tsx'

/** Messages this close together are one piece of news. */
const debounceMs = 300
/** One toast at most in this time; the rows that changed light up each time. */
const toastPauseMs = 10_000

interface Watched {
  readonly viewerId: number | undefined
  readonly followed: ReadonlySet<number>
}

/** Whether the row of a player is in the window, or a part of it. */
function isInView(id: number): boolean {
  return [...document.querySelectorAll(`[data-anchor="player-${id}"]`)].some((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom >= 0 && top <= innerHeight
  })
}

/** How much news of a player is for this reader: of themselves, whom they follow, a row in view. 0 for nobody. */
function interestIn(id: number, { viewerId, followed }: Watched): number {
  if (id === viewerId) return 3
  if (followed.has(id)) return 2
  return isInView(id) ? 1 : 0
}

/** What a toast would say, and how much it is for this reader. */
interface News {
  readonly data: StatsUpdate['data']
  readonly interest: number
}

/** While `on`, finished matches of the game type refetch its boards, and those of `watched` players show a toast. */
export function useLiveBoard(gameType: GameType, on: boolean, watched: Watched) {
  const { t } = useLingui()
  const client = useQueryClient()
  const updates = useRef<Debouncer<true>>(undefined)
  const latest = useRef<News>(undefined)
  const ratings = useRef<Debouncer<true>>(undefined)
  const lastToastAt = useRef(Number.NEGATIVE_INFINITY)
  const refresh = () => client.invalidateQueries({ queryKey: boardsOf(gameType) })

  useEffect(() => {
    if (!on) return
    const news = createDebouncer<true>(debounceMs, () => {
      const said = latest.current
      latest.current = undefined
      if (said !== undefined && performance.now() - lastToastAt.current >= toastPauseMs) {
        lastToastAt.current = performance.now()
        toast({ title: t`Live Stats Update`, description: liveNews(said.data), place: 'free' })
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
      latest.current = undefined
    }
  }, [client, gameType, on, t])

  useLive(
    on ? { gameType } : null,
    (message) => {
      if (message.type === 'ratings_update' && message.gameType === gameType) ratings.current?.add(true)
      if (message.type !== 'stats_update' || message.gameType !== gameType) return
      const interest = interestIn(message.data.user.id, watched)
      // Of a burst the last one, unless an earlier one is more to this reader.
      if (interest > 0 && interest >= (latest.current?.interest ?? 0))
        latest.current = { data: message.data, interest }
      updates.current?.add(true)
    },
    () => void refresh(),
  )

  useEffect(() => {
    if (!on) return
    return live.onConnectionError(() => {
      toast({
        variant: 'destructive',
        title: t`Connection Error`,
        description: t`Could not connect to live stats updates`,
      })
    })
  }, [on, t])

  return { refresh }
}
