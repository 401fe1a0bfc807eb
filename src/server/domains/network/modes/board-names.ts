import type { SiteSettings } from '../../../../contract/content/site.ts'
import type { Context } from '../../../context.ts'
import type { Sockets } from '../../../platform/live/sockets.ts'
import { listBoardNames } from './queries.ts'

const channel = 'modes'

/** Listed modes in memory, because every page carries their names. */
export interface BoardNames {
  /** Settings of pages with the boards as they are now. */
  withBoards(site: SiteSettings): SiteSettings
  has(gameType: string): boolean
  /** Called after a change was committed: this process reads it at once, the others when they are notified. */
  changed(): Promise<void>
  /** Tells subscribed browsers when the modes change in any process, once this process accepts subscriptions to new boards. */
  broadcastTo(sockets: Pick<Sockets, 'broadcast'>): void
  close(): void
}

export async function openBoardNames({
  database,
  live,
  log,
}: Pick<Context, 'database' | 'live' | 'log'>): Promise<BoardNames> {
  let listed = await listBoardNames(database.sql)
  const reload = async () => {
    listed = await listBoardNames(database.sql)
  }
  let broadcast = () => {}
  const follow = () => {
    reload().then(
      () => broadcast(),
      (error: unknown) => log.warn({ err: error }, 'the modes could not be read again'),
    )
  }
  const stops = [live.listen(channel, follow), live.onResync(follow)]
  return {
    withBoards: (site) => ({
      ...site,
      boards: {
        overall: site.boards.overall ?? 'Overall',
        ...Object.fromEntries(listed.map(({ key, name }) => [key, name])),
      },
      modes: listed.map(({ key }) => key),
    }),
    has: (gameType) => gameType === 'overall' || listed.some(({ key }) => key === gameType),
    async changed() {
      await reload()
      await live.publish(channel, {})
    },
    broadcastTo(sockets) {
      broadcast = () => sockets.broadcast(channel, { type: 'modes_update' })
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
