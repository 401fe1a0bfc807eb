import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { catchUp, createLive, type Live, live as siteLive } from './live-socket.ts'

const nothing = () => undefined

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
    live.subscribe({ channel: 'server_status' }, nothing, nothing)
    live.subscribe({ gameType: 'sumo' }, nothing, nothing)
    expect(FakeSocket.all).toHaveLength(1)
    FakeSocket.last.open()
    expect(FakeSocket.last.said).toEqual([
      { type: 'subscribe', channel: 'server_status' },
      { type: 'subscribe', gameType: 'sumo' },
    ])
  })

  test('[live.17] serves status and stats subscriptions; leaving one leaves the other', () => {
    live.subscribe({ channel: 'server_status' }, nothing, nothing)
    FakeSocket.last.open()
    const leave = live.subscribe({ gameType: 'sumo' }, nothing, nothing)
    const leaveAgain = live.subscribe({ gameType: 'sumo' }, nothing, nothing)
    leave()
    leave()
    expect(FakeSocket.last.said.slice(1)).toEqual([{ type: 'subscribe', gameType: 'sumo' }])
    leaveAgain()
    expect(FakeSocket.last.said.slice(2)).toEqual([{ type: 'unsubscribe', gameType: 'sumo' }])
  })

  test('[tonight.49] says with the first subscriptions when the document was made, and with no later one', () => {
    live = createLive({ url: () => 'ws://site.example/ws', madeAt: () => 1_234 })
    live.subscribe({ channel: 'modes' }, nothing, nothing)
    FakeSocket.last.open()
    live.subscribe({ gameType: 'sumo' }, nothing, nothing)
    expect(FakeSocket.last.said).toEqual([
      { type: 'subscribe', channel: 'modes', since: 1_234 },
      { type: 'subscribe', gameType: 'sumo' },
    ])
    FakeSocket.last.close()
    vi.runOnlyPendingTimers()
    FakeSocket.last.open()
    vi.advanceTimersByTime(catchUp.spreadMs)
    expect(FakeSocket.last.said).toEqual([
      { type: 'subscribe', channel: 'modes' },
      { type: 'subscribe', gameType: 'sumo' },
    ])
  })

  test('skips what it does not know', () => {
    const listener = vi.fn()
    live.subscribe({ channel: 'server_status' }, listener, nothing)
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
    const leave = siteLive.subscribe({ channel: 'server_status' }, nothing, nothing)
    siteLive.reopen()
    expect(FakeSocket.last.url).toBe(url)
    leave()
  })
})

describe('A connection that breaks', () => {
  test('comes back after a short pause, then after pauses between 1 s and 30 s that grow, and subscribes again', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    live.subscribe({ channel: 'server_status' }, nothing, nothing)
    live.subscribe({ gameType: 'sumo' }, nothing, nothing)()
    FakeSocket.last.open()
    FakeSocket.last.fail()
    const waited: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const before = Date.now()
      vi.advanceTimersToNextTimer()
      waited.push(Date.now() - before)
      if (attempt < 5) FakeSocket.last.fail()
    }
    expect(waited).toEqual([1_600, 4_000, 8_000, 16_000, 30_000, 30_000])
    FakeSocket.last.open()
    vi.advanceTimersByTime(catchUp.spreadMs)
    expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', channel: 'server_status' }])
  })

  test('begins with the short pause once the server has spoken again', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    live.subscribe({ channel: 'server_status' }, nothing, nothing)
    FakeSocket.last.fail()
    vi.advanceTimersByTime(199)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(2)
    FakeSocket.last.fail()
    vi.advanceTimersByTime(999)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(1)
    FakeSocket.last.open()
    FakeSocket.last.hear(status)
    vi.spyOn(Math, 'random').mockReturnValue(1)
    FakeSocket.last.close()
    vi.advanceTimersByTime(1_600)
    expect(FakeSocket.all).toHaveLength(4)
  })

  test('[inputs.21] begins with the short pause after a connection that stood for a second, also where nothing was said; not after one that was closed at once', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    live.subscribe({ gameType: 'sumo' }, nothing, nothing)
    const pauseAfterStanding = (ms: number) => {
      FakeSocket.last.open()
      vi.advanceTimersByTime(ms)
      FakeSocket.last.close()
      const closedAt = Date.now()
      vi.advanceTimersToNextTimer()
      return Date.now() - closedAt
    }
    expect([1_000, 1_000, 0, 0, 1_000].map(pauseAfterStanding)).toEqual([1_600, 1_600, 4_000, 8_000, 1_600])
  })

  test('is reported once, until the connection is back', () => {
    const listener = vi.fn()
    const stop = live.onConnectionError(listener)
    live.subscribe({ channel: 'server_status' }, nothing, nothing)
    FakeSocket.last.fail()
    vi.advanceTimersToNextTimer()
    FakeSocket.last.fail()
    expect(listener).toHaveBeenCalledTimes(1)
    vi.advanceTimersToNextTimer()
    FakeSocket.last.open()
    FakeSocket.last.fail()
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    vi.advanceTimersToNextTimer()
    FakeSocket.last.open()
    FakeSocket.last.fail()
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('What was missed while the connection was lost', () => {
  const back = () => {
    vi.advanceTimersToNextTimer()
    FakeSocket.last.open()
  }

  test.each([
    ['broken', () => FakeSocket.last.fail()],
    ['closed cleanly', () => FakeSocket.last.close()],
  ])(
    '[inputs.50] is fetched once after a connection that was %s, by everything that listens',
    (_how, end) => {
      const [scores, comments, left] = [vi.fn(), vi.fn(), vi.fn()]
      live.subscribe({ gameType: 'sumo' }, nothing, scores)
      live.subscribe({ gameType: 'overall' }, nothing, scores)
      live.subscribe({ channel: 'comments' }, nothing, comments)
      const leave = live.subscribe({ channel: 'modes' }, nothing, left)
      FakeSocket.last.open()
      vi.advanceTimersByTime(60_000)
      expect(scores).not.toHaveBeenCalled()
      end()
      back()
      leave()
      vi.advanceTimersByTime(60_000)
      expect(FakeSocket.all).toHaveLength(2)
      expect([scores, comments, left].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
      end()
      back()
      vi.advanceTimersByTime(60_000)
      expect([scores, comments].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
    },
  )

  test('[inputs.50] is fetched also when the first connection could not be made, and once however often it broke meanwhile', () => {
    const refetch = vi.fn()
    live.subscribe({ channel: 'modes' }, nothing, refetch)
    FakeSocket.last.fail()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    back()
    vi.advanceTimersByTime(catchUp.spreadMs / 2)
    expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', channel: 'modes' }])
    FakeSocket.last.fail()
    vi.advanceTimersByTime(60_000)
    expect(refetch).not.toHaveBeenCalled()
    FakeSocket.last.open()
    vi.advanceTimersByTime(60_000)
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  test('[inputs.50] is fetched after the subscriptions stand, and what subscribes while they wait, waits with them', () => {
    const order: string[] = []
    live.subscribe({ channel: 'modes' }, nothing, () => order.push('fetched'))
    FakeSocket.last.open()
    FakeSocket.last.close()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    back()
    live.subscribe({ channel: 'comments' }, nothing, () => order.push('fetched'))
    vi.advanceTimersByTime(catchUp.spreadMs - 1)
    expect(FakeSocket.last.said).toEqual([])
    vi.advanceTimersByTime(1)
    expect(FakeSocket.last.said).toEqual([
      { type: 'subscribe', channel: 'modes' },
      { type: 'subscribe', channel: 'comments' },
    ])
    expect(order).toEqual([])
    vi.advanceTimersByTime(catchUp.settleMs)
    expect(order).toEqual(['fetched', 'fetched'])
  })

  test('[inputs.52] is fetched once, spread over some seconds, when the server says that it missed messages itself; the connection stays', () => {
    const refetch = vi.fn()
    const listener = vi.fn()
    live.subscribe({ channel: 'modes' }, listener, refetch)
    live.subscribe({ channel: 'comments' }, listener, refetch)
    FakeSocket.last.open()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    for (let time = 1; time <= 2; time += 1) {
      FakeSocket.last.hear({ type: 'resync' })
      FakeSocket.last.hear({ type: 'resync' })
      vi.advanceTimersByTime(catchUp.settleMs + catchUp.spreadMs - 1)
      expect(refetch).toHaveBeenCalledTimes(time - 1)
      vi.advanceTimersByTime(1)
      expect(refetch).toHaveBeenCalledTimes(time)
    }
    vi.advanceTimersByTime(60_000)
    expect(refetch).toHaveBeenCalledTimes(2)
    expect(listener).not.toHaveBeenCalled()
    expect(FakeSocket.all).toHaveLength(1)
  })

  /** Times of all requests of 1,000 pages that lost their connection at 0: the handshake, and what each fetches. */
  const requestsOfThousand = (reopensAt: 'once' | 'its own time') => {
    // The page of a player fetches most; one more is fetched for what the server sends on subscribing.
    const fetched = 9
    const handshakes: number[] = []
    const fetches: number[] = []
    const lostAt = Date.now()
    const since = () => Date.now() - lostAt
    for (let browser = 0; browser < 1_000; browser += 1) {
      FakeSocket.install()
      const one = createLive({ url: () => 'ws://site.example/ws' })
      for (let n = 0; n < fetched; n += 1)
        one.subscribe({ gameType: `mode_${n}` }, nothing, () => fetches.push(since()))
      FakeSocket.last.open()
      FakeSocket.last.close()
      vi.setSystemTime(lostAt)
      vi.advanceTimersToNextTimer()
      if (reopensAt === 'once') vi.setSystemTime(lostAt)
      FakeSocket.last.open()
      handshakes.push(since())
      vi.advanceTimersToNextTimer()
      fetches.push(since())
      vi.advanceTimersToNextTimer()
      one.close()
    }
    expect(fetches).toHaveLength(1_000 * (fetched + 1))
    return { handshakes, fetches }
  }

  test('[inputs.51] makes no more than 1,000 requests in the first second after 1,000 browsers are back at once, and all are made within 3 s', () => {
    const { fetches } = requestsOfThousand('once')
    expect(Math.max(...fetches)).toBeLessThanOrEqual(3_000)
    expect(fetches.filter((ms) => ms < 1_000).length).toBeLessThanOrEqual(1_000)
  })

  test('[inputs.51] of 1,000 browsers whose connection was cut makes no more than 1,000 requests in the first second that one is back, handshakes included, and all are made within 5 s of the cut', () => {
    const { handshakes, fetches } = requestsOfThousand('its own time')
    const all = [...handshakes, ...fetches]
    const first = Math.min(...all)
    expect(all.filter((ms) => ms < first + 1_000).length).toBeLessThanOrEqual(1_000)
    expect(Math.max(...all)).toBeLessThanOrEqual(4_700)
  })
})

describe('Reopening', () => {
  test('connects again at once, and the old connection is heard no more', () => {
    const listener = vi.fn()
    live.subscribe({ channel: 'server_status' }, listener, nothing)
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
    live.subscribe({ channel: 'server_status' }, nothing, nothing)
    const old = FakeSocket.last
    live.reopen()
    old.open()
    expect(old.readyState).toBe(FakeSocket.CLOSED)
    expect(old.said).toEqual([])
  })

  test('does not wait for the end of a pause', () => {
    live.subscribe({ channel: 'server_status' }, nothing, nothing)
    FakeSocket.last.fail()
    live.reopen()
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(2)
  })
})
