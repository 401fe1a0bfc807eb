import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { live } from './live-socket.ts'
import { useLiveRefetch } from './use-live-refetch.ts'

const statsUpdate = {
  type: 'stats_update',
  gameType: 'sumo',
  data: {
    user: { id: 1, username: 'Ann' },
    stats: { winStreak: 1, losses: 0, wins: 1, kills: 2, deaths: 0, points: 9 },
  },
}
const ratingsUpdate = { type: 'ratings_update', gameType: 'sumo' }

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function listening() {
  const refetch = vi.fn()
  const { unmount } = renderHook(() => useLiveRefetch(['sumo'], refetch))
  live.reopen()
  FakeSocket.last.open()
  // The site's one connection may be a new one to it: what it missed is fetched once.
  vi.advanceTimersByTime(10_000)
  refetch.mockClear()
  return { refetch, unmount }
}

test.each([
  ['figures', statsUpdate],
  ['ratings', ratingsUpdate],
])('an overlay asks again a second after %s changed, and after nothing else', (_, message) => {
  const { refetch, unmount } = listening()
  FakeSocket.last.hear({ type: 'modes_update' })
  FakeSocket.last.hear({ ...message, gameType: 'boxing' })
  vi.advanceTimersByTime(5_000)
  expect(refetch).not.toHaveBeenCalled()
  FakeSocket.last.hear(message)
  vi.advanceTimersByTime(999)
  expect(refetch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refetch).toHaveBeenCalledTimes(1)
  unmount()
})

test('messages of one second make an overlay ask once, those of the next once more', () => {
  const { refetch, unmount } = listening()
  for (const message of [statsUpdate, ratingsUpdate, statsUpdate]) FakeSocket.last.hear(message)
  vi.advanceTimersByTime(10_000)
  expect(refetch).toHaveBeenCalledTimes(1)
  FakeSocket.last.hear(ratingsUpdate)
  vi.advanceTimersByTime(1_000)
  expect(refetch).toHaveBeenCalledTimes(2)
  unmount()
})

test('an overlay that was closed does not ask for what it heard before', () => {
  const { refetch, unmount } = listening()
  FakeSocket.last.hear(ratingsUpdate)
  unmount()
  vi.advanceTimersByTime(10_000)
  expect(refetch).not.toHaveBeenCalled()
})
