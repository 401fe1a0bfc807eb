import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../platform/api.ts'
import { sentOnSubscribing, useLive } from '../../../platform/live/use-live.ts'
import { createDebouncer, type Debouncer } from '../debouncer.ts'
import { practiceTodayQuery } from './practice-today-query.ts'

/** One refetch at most in this time, however many matches end. */
const pauseMs = 1_000

/** What goes on in all practice modes, fetched again when matches of their boards end or the number online changes. */
export function usePracticeToday() {
  const client = useQueryClient()
  const today = useQuery(practiceTodayQuery(api))
  const updates = useRef<Debouncer<string>>(undefined)
  useEffect(() => {
    const debouncer = createDebouncer<string>(pauseMs, () =>
      client.invalidateQueries({ queryKey: practiceTodayQuery(api).queryKey }),
    )
    updates.current = debouncer
    return () => debouncer.stop()
  }, [client])
  const gameTypes = [...new Set(today.data?.flatMap(({ board }) => board ?? []))].sort()
  useLive(
    [{ channel: 'server_status' }, ...gameTypes.map((gameType) => ({ gameType }))],
    ({ type }) => {
      if (type === 'stats_update' || type === 'server_status_update') updates.current?.add(type)
    },
    sentOnSubscribing,
  )
  return today
}
