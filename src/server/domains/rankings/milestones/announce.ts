import { milestoneDone, milestoneSentence } from '../../../../contract/rankings/milestones.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { queueFanout } from '../../notifications/queries/notify.ts'
import { findFollowedPlayers, listMilestones } from './queries.ts'

/**
 * Queues an event for the followers of each player who reached a milestone in these matches. Old matches that arrive
 * late are not announced. Runs behind the transaction of the matches.
 */
export async function announceMilestones(transaction: Executor, matchIds: readonly string[]): Promise<void> {
  const isNew = new Set(matchIds)
  for (const playerId of await findFollowedPlayers(transaction, matchIds)) {
    for (const { figure, step, matchId } of await listMilestones(transaction, playerId)) {
      if (!isNew.has(matchId)) continue
      await queueFanout(transaction, {
        kind: 'follow',
        eventKey: `milestone:${playerId}:${figure}:${step}`,
        audience: { followersOf: playerId },
        title: milestoneDone(figure, step),
        sentence: milestoneSentence(figure, step, ''),
        link: `/match/${matchId}`,
      })
    }
  }
}
