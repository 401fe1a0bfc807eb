import type { Context } from '../../../context.ts'
import type { Sockets } from '../../../platform/live/sockets.ts'

const channel = 'ratings'

/** Publishes to all processes that ratings of these modes changed, after the commit. */
export const publishRatings = (live: Pick<Context['live'], 'publish'>, modes: readonly string[]) =>
  live.publish(channel, { modes })

/** Forwards changed ratings to browsers that subscribed to the mode. Returns a function that stops. */
export const startRatingFeed = (
  { live }: Pick<Context, 'live'>,
  sockets: Pick<Sockets, 'broadcast'>,
): (() => void) =>
  live.listen(channel, (payload) => {
    const { modes } = payload as { modes: string[] }
    for (const gameType of modes) sockets.broadcast(`stats:${gameType}`, { type: 'ratings_update', gameType })
  })
