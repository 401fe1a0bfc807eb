import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catchUp, live } from '../../platform/live/live-socket.ts'
import { makeQueryClient } from '../../platform/query-client.ts'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { useLivePlayer } from './use-live-player.ts'

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const matchOf = (id: number) => ({
  type: 'stats_update',
  gameType: 'overall',
  data: {
    user: { id, username: 'Ann' },
    stats: { winStreak: 1, losses: 0, wins: 1, kills: 2, deaths: 0, points: 9 },
  },
})

test('[inputs.20] the page of a player is fetched again after matches of theirs, together, and once a lost connection is back', () => {
  const client = makeQueryClient()
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { unmount } = renderHook(() => useLivePlayer(5), { wrapper })
  live.reopen()
  FakeSocket.last.open()
  vi.advanceTimersByTime(10_000)
  invalidated.mockClear()
  FakeSocket.last.hear(matchOf(6))
  vi.advanceTimersByTime(10_000)
  expect(invalidated).not.toHaveBeenCalled()
  FakeSocket.last.hear(matchOf(5))
  FakeSocket.last.hear(matchOf(5))
  vi.advanceTimersByTime(10_000)
  expect(invalidated.mock.calls).toEqual([[{ queryKey: ['players', 5] }]])
  FakeSocket.last.close()
  vi.advanceTimersByTime(1_600)
  FakeSocket.last.open()
  vi.advanceTimersByTime(catchUp.spreadMs + catchUp.settleMs)
  expect(invalidated.mock.calls).toEqual([[{ queryKey: ['players', 5] }], [{ queryKey: ['players', 5] }]])
  unmount()
})
