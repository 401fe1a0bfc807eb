import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createLive, type Live, type Subscription } from '../../src/web/platform/live/live-socket.ts'
import type { LiveLine } from '../e2e/support/live-line.ts'

const browsers = 1_000

interface OpenPage {
  readonly subscriptions: readonly Subscription[]
  /** Fetched again once the connection is back. */
  readonly missed: readonly string[]
  /** Fetched for what the server sends on subscribing. */
  readonly sent: readonly string[]
}

const everyPage = {
  subscriptions: [{ channel: 'server_status' }, { channel: 'modes' }],
  missed: ['/api/modes'],
} as const

/** What the open pages of visitors subscribe to and fetch; tests/e2e/support/live-cuts.ts counts the same in a browser. */
const openPages = (playerId: number): readonly OpenPage[] => {
  const player = `/api/players/${playerId}`
  return [
    {
      subscriptions: [...everyPage.subscriptions, { gameType: 'overall' }],
      missed: [...everyPage.missed, '/api/matches/latest?limit=12'],
      sent: ['/api/presence?limit=24'],
    },
    {
      subscriptions: [...everyPage.subscriptions, { gameType: 'overall' }],
      missed: [...everyPage.missed, '/api/leaderboard?limit=5'],
      sent: [],
    },
    {
      subscriptions: [...everyPage.subscriptions, { gameType: 'overall' }],
      missed: [
        ...everyPage.missed,
        `/api/users/${playerId}`,
        `/api/stats/${playerId}`,
        `/api/stats/${playerId}/modes`,
        `${player}/places`,
        `${player}/ratings`,
        `${player}/points-history`,
        `${player}/milestones`,
        `${player}/devices`,
        `${player}/matches`,
      ],
      sent: [],
    },
  ]
}

/** Pages without a browser: the module that connects them, real sockets and real requests. */
export class ThousandPages {
  readonly #lives: Live[] = []
  /** When they asked for what they had missed. */
  readonly missedAt: number[] = []
  fetched = 0
  failed = 0
  /** Requests for what one cut makes all of them miss. */
  expected = 0

  constructor(
    private readonly line: LiveLine,
    playerId: number,
  ) {
    // The module says `WebSocket`, as browsers do.
    Object.assign(globalThis, { WebSocket })
    const kinds = openPages(playerId)
    for (let n = 0; n < browsers; n += 1) this.#open(kinds[n % kinds.length]!)
  }

  #open({ subscriptions, missed, sent }: OpenPage): void {
    const live = createLive({ url: () => `${this.line.url.replace('http', 'ws')}/ws` })
    const refetch = () => {
      for (const path of missed) {
        this.missedAt.push(performance.now())
        void this.#fetch(path)
      }
    }
    for (const subscription of subscriptions)
      live.subscribe(
        subscription,
        ({ type }) => {
          if (type !== 'server_status_update') return
          for (const path of sent) void this.#fetch(path)
        },
        refetch,
      )
    this.expected += missed.length
    this.#lives.push(live)
  }

  async #fetch(path: string): Promise<void> {
    try {
      const response = await fetch(this.line.url + path)
      await response.arrayBuffer()
      if (!response.ok) this.failed += 1
    } catch {
      this.failed += 1
    }
    this.fetched += 1
  }

  /** Resolves once all are connected and nothing was fetched for a second. */
  async settled(): Promise<void> {
    for (let before = -1; this.line.open < browsers || before !== this.fetched; ) {
      before = this.fetched
      await pause(1_000)
    }
  }

  close(): void {
    for (const live of this.#lives) live.close()
  }
}
