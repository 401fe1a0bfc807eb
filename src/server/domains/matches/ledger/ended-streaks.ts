import { msg, plural } from '@lingui/core/macro'
import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { queueDiscord } from '../../network/discord/queries/queue-discord.ts'
import { findPlayerAndMode } from './queries/names.ts'

/** Wins in a row whose end is announced. */
export const notedStreak = 10

/** How long after its end a match is still worth a message: imports of old matches announce nothing. */
const notedWithinMs = 3_600_000

/** A streak in a mode, counted over all time, that a lost match ended. */
export interface EndedStreak {
  readonly userId: number
  readonly gameType: string
  readonly matchId: string
  readonly endedAt: Date
  readonly wins: number
}

/** Queues a message about each long streak that ended. Call it in the transaction of the matches. */
export async function announceEndedStreaks(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  ended: readonly EndedStreak[],
  now: Date,
): Promise<void> {
  if (config.discordWebhooks.matches === undefined) return
  for (const { userId, gameType, matchId, endedAt, wins } of ended) {
    if (now.getTime() - endedAt.getTime() > notedWithinMs) continue
    const names = await findPlayerAndMode(transaction, userId, gameType)
    if (names === undefined) continue
    await queueDiscord(transaction, config, {
      kind: 'matches',
      eventKey: `streak:${matchId}:${userId}`,
      title: msg`${{ player: names.player }}'s win streak in ${{ mode: names.mode }} is over`,
      text: msg`${plural(wins, { one: `It lasted ${wins} win.`, other: `It lasted ${wins} wins.` })}`,
      link: `/match/${matchId}`,
      playerId: userId,
    })
  }
}
