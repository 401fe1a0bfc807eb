import type { StatsUpdate } from '../../../../contract/live-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import type { Context } from '../../../context.ts'
import type { Sockets } from '../../../platform/live/sockets.ts'
import { findFigures } from './queries/figures.ts'
import { StatsQueue } from './stats-queue.ts'
import { type Changes, type Entry, inOrder } from './totals.ts'

const channel = 'stats'

/** Maximum messages per second (docs/spec/rulings.md, WebSocket): more are not published. */
const maxAtOnce = 4

/** Publishes changed stats to all processes after the commit, a few messages per game type. */
export async function publishLiveStats(
  {
    database,
    live,
  }: { readonly database: Context['database']; readonly live: Pick<Context['live'], 'publish'> },
  batches: readonly Changes[],
): Promise<void> {
  const news = lastNews(batches)
  const newest = [...new Set(news.flatMap(({ entry }) => gameTypesOf(entry)))].map((gameType) => ({
    gameType,
    news: news.filter(({ entry }) => gameTypesOf(entry).includes(gameType)).slice(-maxAtOnce),
  }))
  if (newest.length === 0) return
  const users = [...new Set(newest.flatMap((one) => one.news.map(({ entry }) => entry.userId)))]
  const figures = await findFigures(
    database.sql,
    users,
    newest.map(({ gameType }) => gameType),
  )
  for (const { gameType, news } of newest) {
    const updates = news.flatMap(({ entry, result }) => {
      const found = figures(entry.userId, gameType)
      return found === undefined
        ? []
        : [{ type: 'stats_update', gameType, data: { ...found, lastResult: result } }]
    })
    if (updates.length > 0) await live.publish(channel, { gameType, updates })
  }
}

const gameTypesOf = ({ gameType, inOverall }: Entry) => (inOverall ? ['overall', gameType] : [gameType])

interface News {
  readonly entry: Entry
  readonly result: Entry['result'] | 'void'
}

const place = { void: 0, loss: 1, draw: 2, win: 3 } as const

/** In the order of the matches; within a match the winners last. */
function lastNews(batches: readonly Changes[]): News[] {
  const news = batches.flatMap((batch) => [
    ...batch.voided.map((entry): News => ({ entry, result: 'void' })),
    ...batch.counted.map((entry): News => ({ entry, result: entry.result })),
  ])
  return news.sort((a, b) => inOrder(a.entry, b.entry) || place[a.result] - place[b.result])
}

/** Forwards published stats to browsers that subscribed to the game type. Returns a function that stops. */
export function startStatsFeed(
  { live }: Pick<Context, 'live'>,
  sockets: Pick<Sockets, 'broadcast'>,
): () => void {
  const queues = new Map<GameType, StatsQueue<StatsUpdate>>()
  const stop = live.listen(channel, (payload) => {
    const { gameType, updates } = payload as { gameType: GameType; updates: StatsUpdate[] }
    const queue =
      queues.get(gameType) ??
      new StatsQueue<StatsUpdate>((update) => sockets.broadcast(`stats:${gameType}`, update))
    queues.set(gameType, queue)
    queue.add(updates)
  })
  return () => {
    stop()
    for (const queue of queues.values()) queue.close()
  }
}
