import { vi } from 'vitest'
import { neighbours } from '../../../../../contract/rankings/leaderboard.ts'
import type { Leaderboard, LeaderboardEntry } from '../../../../../contract/rankings/leaderboard-schemas.ts'
import { type GameType, noStats, shippedGameTypes } from '../../../../../contract/rankings/stats.ts'
import type { Stats } from '../../../../../contract/rankings/stats-schemas.ts'

export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
}

type Respond = (requests: Asked) => Response | Promise<Response>

export const refused = (status: number, message: string) =>
  Response.json({ error: message, message, code: 'overloaded' }, { status })

/** `boxing-1`, `boxing-2` and so on, each with fewer points than the one before. */
const player = (gameType: GameType, at: number): LeaderboardEntry => ({
  position: at + 1,
  user: { id: at + 1, username: `${gameType}-${at + 1}`, avatarUrl: null, rank: 'Member' },
  stats: statsOf(gameType, { points: 10_000 - at }),
})

export const statsOf = (gameType: GameType, over: Partial<Stats>): Stats => ({
  ...noStats(gameType),
  ...over,
})

type Shown = 'overall' | (typeof shippedGameTypes)[number]

/** Stands for the site's boards behind `fetch`: pages, search and places as ruled. Notes every call. */
export class FakeBoards {
  readonly asked: Asked[] = []
  readonly rows: Record<Shown, LeaderboardEntry[]>
  /** Instead of the boards, when set. */
  respond: Respond | undefined

  constructor(players: number) {
    this.rows = Object.fromEntries(
      ['overall', ...shippedGameTypes].map((gameType) => [
        gameType,
        Array.from({ length: players }, (_, at) => player(gameType, at)),
      ]),
    ) as FakeBoards['rows']
  }

  /** Calls for pages of boards. */
  get pages() {
    return this.asked.filter(({ path }) => path === '/api/leaderboard')
  }

  /** Somebody plays: the player comes to stand at this position. */
  move(gameType: Shown, id: number, position: number) {
    const rows = this.rows[gameType]
    const [moved] = rows.splice(
      rows.findIndex(({ user }) => user.id === id),
      1,
    )
    if (moved === undefined) throw new Error(`no player ${id}`)
    rows.splice(position - 1, 0, moved)
    this.rows[gameType] = rows.map((entry, at) => ({ ...entry, position: at + 1 }))
  }

  /** The response to `GET` of this address. */
  board({ path, query }: Asked): Leaderboard {
    const gameType = query.get('gameType') as Shown
    const period = query.get('period') as Leaderboard['period']
    const rows = this.rows[gameType]
    const around = /^\/api\/leaderboard\/around\/(\d+)$/.exec(path)
    if (around !== null) {
      const at = rows.findIndex(({ user }) => user.id === Number(around[1]))
      const offset = Math.max(0, at - neighbours)
      const entries = at === -1 ? [] : rows.slice(offset, at + neighbours + 1)
      return { gameType, period, total: rows.length, limit: 2 * neighbours + 1, offset, entries }
    }
    if (path !== '/api/leaderboard') throw new TypeError(`no response for ${path}`)
    const found = rows.filter(({ user }) => user.username.includes(query.get('search') ?? ''))
    const limit = Number(query.get('limit'))
    const offset = Number(query.get('offset'))
    const entries = found.slice(offset, offset + limit)
    return { gameType, period, total: found.length, limit, offset, entries }
  }

  async fetch(address: string): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://site.test')
    const requests = { path: pathname, query: searchParams }
    this.asked.push(requests)
    return this.respond?.(requests) ?? Response.json(this.board(requests))
  }
}

export function fakeBoards(players = 12): FakeBoards {
  const boards = new FakeBoards(players)
  vi.stubGlobal('fetch', boards.fetch.bind(boards))
  return boards
}
