import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../platform/api.ts'
import { live, type Subscription } from '../../../platform/live.ts'
import { createDebouncer } from '../leaderboard/use-live-board.ts'
import { practiceTodayQuery } from './practice-today-query.ts'

/** One refetch at most in this time, however many matches end. */
const pauseMs = 1_000

/** What goes on in all practice modes, fetched again when matches of their boards end or the number online changes. */
export function usePracticeToday() {
  const client = useQueryClient()
  const today = useQuery(practiceTodayQuery(api))
  const boards = [...new Set(today.data?.flatMap(({ board }) => board ?? []))].sort().join(' ')
  useEffect(() => {
    const news = createDebouncer<string>(pauseMs, () =>
      client.invalidateQueries({ queryKey: practiceTodayQuery(api).queryKey }),
    )
    const gameTypes = boards === '' ? [] : boards.split(' ')
    const wanted: Subscription[] = [
      { channel: 'server_status' },
      ...gameTypes.map((gameType) => ({ gameType })),
    ]
    const stops = wanted.map((one) =>
      live.subscribe(one, ({ type }) => {
        if (type === 'stats_update' || type === 'server_status_update') news.add(type)
      }),
    )
    return () => {
      news.stop()
      for (const stop of stops) stop()
    }
  }, [client, boards])
  return today
}
