import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeSocket } from '../testing/fake-socket.ts'
import { createLive, type Live, live as siteLive } from './live.ts'

const status = { type: 'server_status_update', data: { playerCount: 3, isOnline: true } } as const

let live: Live

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
  live = createLive({ url: () => 'ws://site.example/ws' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('The one socket', () => {
  test('opens with the first subscription and not before', () => {
    live.reopen()
    expect(FakeSocket.all).toHaveLength(0)
    live.subscribe({ channel: 'server_status' }, () => undefined)
    live.subscribe({ gameType: 'sumo' }, () => undefined)
    expect(FakeSocket.all).toHaveLength(1)
    FakeSocket.last.open()
    expect(FakeSocket.last.said).toEqual([
      { type: 'subscribe', channel: 'server_status' },
      { type: 'subscribe', gameType: 'sumo' },
    ])
  })

  test('[live.17] serves status and stats subscriptions; leaving one leaves the other', () => {
    live.subscribe({ channel: 'server_status' }, () => undefined)
    FakeSocket.last.open()
    const leave = live.subscribe({ gameType: 'sumo' }, () => undefined)
    const leaveAgain = live.subscribe({ gameType: 'sumo' }, () => undefined)
    leave()
    leave()
    expect(FakeSocket.last.said.slice(1)).toEqual([{ type: 'subscribe', gameType: 'sumo' }])
    leaveAgain()
    expect(FakeSocket.last.said.slice(2)).toEqual([{ type: 'unsubscribe', gameType: 'sumo' }])
  })

  test('skips what it does not know', () => {
    const listener = vi.fn()
    live.subscribe({ channel: 'server_status' }, listener)
    FakeSocket.last.open()
    for (const message of ['garbage', 'null', '{}', { type: 'from_the_future' }])
      FakeSocket.last.hear(message)
    FakeSocket.last.onmessage?.({ data: new ArrayBuffer(4) })
    expect(listener).not.toHaveBeenCalled()
    FakeSocket.last.hear(status)
    expect(listener).toHaveBeenCalledExactlyOnceWith(status)
  })

  test.each([
    ['https:', 'wss://site.example:8443/ws'],
    ['http:', 'ws://site.example:8443/ws'],
  ])('[status.05] of a page under %s is %s', (protocol, url) => {
    vi.stubGlobal('location', { protocol, host: 'site.example:8443' })
    const leave = siteLive.subscribe({ channel: 'server_status' }, () => undefined)
    siteLive.reopen()
    expect(FakeSocket.last.url).toBe(url)
    leave()
  })
})

describe('A connection that breaks', () => {
  test('comes back after a pause between 1 s and 30 s that grows, and subscribes again', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    live.subscribe({ channel: 'server_status' }, () => undefined)
    live.subscribe({ gameType: 'sumo' }, () => undefined)()
    FakeSocket.last.open()
    FakeSocket.last.fail()
    const waited: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const before = Date.now()
      vi.advanceTimersToNextTimer()
      waited.push(Date.now() - before)
      if (attempt < 5) FakeSocket.last.fail()
    }
    expect(waited).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    FakeSocket.last.open()
    expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', channel: 'server_status' }])
  })

  test('begins with the short pause once the server has spoken again', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    live.subscribe({ channel: 'server_status' }, () => undefined)
    FakeSocket.last.fail()
    vi.advanceTimersByTime(999)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(2)
    FakeSocket.last.open()
    FakeSocket.last.hear(status)
    vi.spyOn(Math, 'random').mockReturnValue(1)
    FakeSocket.last.close()
    vi.advanceTimersByTime(2_000)
    expect(FakeSocket.all).toHaveLength(3)
  })

  test('is reported once, until the connection is back', () => {
    const told = vi.fn()
    const stop = live.onConnectionError(told)
    live.subscribe({ channel: 'server_status' }, () => undefined)
    FakeSocket.last.fail()
    vi.advanceTimersToNextTimer()
    FakeSocket.last.fail()
    expect(told).toHaveBeenCalledTimes(1)
    vi.advanceTimersToNextTimer()
    FakeSocket.last.open()
    FakeSocket.last.fail()
    expect(told).toHaveBeenCalledTimes(2)
    stop()
    vi.advanceTimersToNextTimer()
    FakeSocket.last.open()
    FakeSocket.last.fail()
    expect(told).toHaveBeenCalledTimes(2)
  })
})

describe('Reopening', () => {
  test('connects again at once, and the old connection is heard no more', () => {
    const listener = vi.fn()
    live.subscribe({ channel: 'server_status' }, listener)
    const old = FakeSocket.last
    old.open()
    live.reopen()
    expect(FakeSocket.all).toHaveLength(2)
    expect(old.readyState).toBe(FakeSocket.CLOSED)
    FakeSocket.last.open()
    expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', channel: 'server_status' }])
    old.hear(status)
    expect(listener).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('lets a connection that is being made finish before it is closed: browsers report the rest', () => {
    live.subscribe({ channel: 'server_status' }, () => undefined)
    const old = FakeSocket.last
    live.reopen()
    old.open()
    expect(old.readyState).toBe(FakeSocket.CLOSED)
    expect(old.said).toEqual([])
  })

  test('does not wait for the end of a pause', () => {
    live.subscribe({ channel: 'server_status' }, () => undefined)
    FakeSocket.last.fail()
    live.reopen()
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(2)
  })
})
